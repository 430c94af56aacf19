#include "formats/ensemble_json.hpp"

#include <cmath>

#include <polarize/version.hpp>
#include "formats/json.hpp"
#include "formats/number.hpp"
#include "formats/params_json.hpp"

namespace polarize::native {
namespace {

using nlohmann::ordered_json;

void add_distribution(ordered_json& object, const Distribution& distribution) {
    if (distribution.count == 0) return;
    object["mean"] = distribution.mean;
    object["sd"] = distribution.sd;
    object["min"] = distribution.min;
    object["max"] = distribution.max;
    for (std::size_t i = 0; i < kQuantileShares.size(); ++i)
        object["quantiles"][short_number(kQuantileShares[i], 3)] = distribution.quantiles[i];
}

ordered_json winners_json(const EnsembleResult& result) {
    return {{"by_u_rank", result.wins_by_u_rank},
            {"by_a_rank", result.wins_by_a_rank},
            {"by_index", result.wins_by_index},
            {"tied", result.tied}};
}

ordered_json entropy_json(const EnsembleResult& result) {
    ordered_json object = ordered_json::object();
    add_distribution(object, result.entropy);
    object["histogram"] = {{"low", 0.0},
                           {"high", std::log(static_cast<double>(result.wins_by_index.size()))},
                           {"counts", result.entropy_histogram}};
    return object;
}

ordered_json polarisation_json(const EnsembleRecord& record) {
    ordered_json object;
    object["unit"] = record.result.time_unit;
    object["threshold"] = record.threshold;
    object["polarised"] = record.result.polarised;
    add_distribution(object, record.result.polarised_at);
    return object;
}

ordered_json bands_json(const EnsembleResult& result) {
    ordered_json object;
    const auto add = [](ordered_json& to, const Band& band) {
        to["0.05"].push_back(band.low);
        to["0.5"].push_back(band.median);
        to["0.95"].push_back(band.high);
    };
    object["unit"] = result.time_unit;
    for (const MomentBands& moment : result.bands) {
        object["time"].push_back(moment.time);
        object["flows"].push_back(moment.flows);
        add(object["max_alpha"], moment.max_alpha);
        add(object["entropy_normalised"], moment.entropy);
    }
    return object;
}

}  // namespace

std::string ensemble_json(const EnsembleRecord& record) {
    const EnsembleResult& result = record.result;
    ordered_json object;
    object["experiment"] = record.params.experiment().id;
    object["status"] = record.status();
    object["params"] = params_json(record.params);
    object["count"] = result.count;
    object["finished"] = result.finished;
    object["diverged"] = result.diverged;
    object["stuck"] = result.stuck;
    object["seed"] = record.params.integer("seed");
    object["winners"] = winners_json(result);
    object["entropy"] = entropy_json(result);
    object["time_to_polarise"] = polarisation_json(record);
    object["bands"] = bands_json(result);
    object["flow_steps"] = result.flow_steps;
    object["flow_steps_per_s"] = record.flow_steps_per_second();
    object["wall_s"] = record.seconds;
    object["threads"] = record.threads;
    object["isa"] = record.isa;
    object["version"] = version();
    return lines_of(object);
}

}  // namespace polarize::native
