#include "formats/map_json.hpp"

#include <polarize/ensemble.hpp>
#include <polarize/version.hpp>
#include "formats/json.hpp"
#include "formats/params_json.hpp"

namespace polarize::native {
namespace {

using nlohmann::ordered_json;

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

}  // namespace

ordered_json map_summary_json(const MapRecord& record) {
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
    object["stuck"] = result.stuck;
    object["time_unit"] = time_unit(record.params);
    object["flow_steps"] = result.flow_steps;
    object["wall_s"] = record.seconds;
    object["threads"] = record.settings.workers;
    object["isa"] = record.isa;
    object["version"] = version();
    return object;
}

std::vector<double> axis_values(const MapAxis& axis) {
    std::vector<double> values;
    values.reserve(axis.count);
    for (std::size_t i = 0; i < axis.count; ++i) values.push_back(axis.value(i));
    return values;
}

std::string map_json(const MapRecord& record) {
    const PhaseMapResult& result = record.result;
    ordered_json object = map_summary_json(record);
    object["x"]["values"] = axis_values(result.x);
    object["y"]["values"] = axis_values(result.y);
    object["z"] = ordered_json::array();
    for (auto first = result.z.begin(); first != result.z.end();) {
        const auto end = first + static_cast<std::ptrdiff_t>(result.x.count);
        object["z"].push_back(std::vector<double>(first, end));
        first = end;
    }
    return lines_of(object);
}

}  // namespace polarize::native
