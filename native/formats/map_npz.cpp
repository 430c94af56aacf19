#include "formats/map_npz.hpp"

#include <polarize/version.hpp>
#include "arrays/npy.hpp"
#include "arrays/npz.hpp"
#include "ensemble/params.hpp"
#include "formats/json.hpp"
#include "formats/params_json.hpp"

namespace polarize::native {
namespace {

using nlohmann::ordered_json;

Array values_of(const MapAxis& axis) {
    Array values{.shape = {axis.count}, .data = {}};
    for (std::size_t i = 0; i < axis.count; ++i) values.data.push_back(axis.value(i));
    return values;
}

ordered_json axis_json(const MapAxis& axis) {
    return {{"name", axis.name},
            {"low", axis.low},
            {"high", axis.high},
            {"count", axis.count},
            {"logarithmic", axis.logarithmic}};
}

/// The parameters without the axes', which differ from point to point.
ordered_json shared_params_json(const MapRecord& record) {
    ordered_json params = params_json(record.params);
    params.erase(record.result.x.name);
    params.erase(record.result.y.name);
    return params;
}

ordered_json summary(const MapRecord& record) {
    const PhaseMapResult& result = record.result;
    ordered_json object;
    object["experiment"] = record.params.experiment().id;
    object["status"] = record.status();
    object["measure"] = record.measure();
    object["x"] = axis_json(result.x);
    object["y"] = axis_json(result.y);
    object["params"] = shared_params_json(record);
    object["count"] = record.settings.count;
    object["threshold"] = record.settings.threshold;
    object["points"] = result.z.size();
    object["computed"] = result.finished;
    object["diverged"] = result.diverged;
    object["time_unit"] = time_unit(record.params);
    object["flow_steps"] = result.flow_steps;
    object["wall_s"] = record.seconds;
    object["threads"] = record.settings.workers;
    object["isa"] = record.isa;
    object["version"] = version();
    return object;
}

}  // namespace

std::string map_npz(const MapRecord& record) {
    const PhaseMapResult& result = record.result;
    const std::vector<std::size_t> shape{result.y.count, result.x.count};
    const std::vector<std::byte> bytes =
        format_npz({{"x", format_npy(values_of(result.x))},
                    {"y", format_npy(values_of(result.y))},
                    {"z", format_npy(Array{shape, result.z})},
                    {"computed", format_npy(Array{shape, {result.computed.begin(), result.computed.end()}})},
                    {"x_name", format_npy(std::string_view(result.x.name))},
                    {"y_name", format_npy(std::string_view(result.y.name))},
                    {"measure", format_npy(record.measure())},
                    {"summary", format_npy(std::string_view(summary(record).dump()))}});
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace polarize::native
