#include "formats/json.hpp"

#include <polarize/version.hpp>
#include "formats/params_json.hpp"

namespace polarize::native {
namespace {

using nlohmann::ordered_json;

ordered_json metrics_json(const Snapshot& snapshot) {
    ordered_json metrics = ordered_json::object();
    for (const auto& [name, value] : snapshot.metrics) metrics[name] = value;
    const auto singular_values = snapshot.arrays.find("singular_values");
    if (singular_values != snapshot.arrays.end()) metrics["singular_values"] = singular_values->second.data;
    return metrics;
}

void add_clock(ordered_json& object, const FlowClock& clock) {
    object["tau"] = clock.tau;
    object["log_t"] = clock.log_t;
    object["rhs_evals"] = clock.rhs_evals;
    object["accepted"] = clock.accepted;
    object["rejected"] = clock.rejected;
}

/// One number per sample, or one list of `width` numbers.
ordered_json series_json(const Series& series) {
    if (series.width == 1) return series.values;
    ordered_json rows = ordered_json::array();
    for (auto first = series.values.begin(); first != series.values.end();
         first += static_cast<std::ptrdiff_t>(series.width)) {
        rows.emplace_back(std::vector<double>(first, first + static_cast<std::ptrdiff_t>(series.width)));
    }
    return rows;
}

}  // namespace

ordered_json history_json(const History& history) {
    ordered_json object;
    object["step"] = history.steps;
    for (const Series& series : history.series) object[series.name] = series_json(series);
    return object;
}

ordered_json start_summary(const RunFacts& last, std::string_view status, const Params& params) {
    ordered_json object;
    object["experiment"] = last.experiment;
    object["status"] = status;
    if (last.status == RunStatus::diverged)
        object["diverged"] = {{"step", last.diverged_step}, {"quantity", last.diverged_quantity}};
    if (last.status == RunStatus::stuck) object["stuck"] = {{"step", last.step + 1}, {"reason", last.stuck_reason}};
    object["params"] = params_json(params);
    object["seed"] = params.integer("seed");
    object["steps"] = last.step;
    return object;
}

ordered_json summary_json(const RunRecord& record) {
    const Snapshot& last = record.last;
    ordered_json object = start_summary(last, status(record), record.params);
    object["time"] = last.time;
    if (last.flow) add_clock(object, *last.flow);
    object["loss"] = last.loss;
    object["alpha"] = last.alpha;
    object["a"] = last.a;
    object["u"] = last.u;
    object["entropy"] = last.entropy;
    object["max_alpha"] = last.max_alpha;
    object["winner"] = last.winner;
    object["metrics"] = metrics_json(last);
    object["wall_s"] = record.seconds;
    object["steps_per_s"] = record.steps_per_second();
    object["isa"] = last.isa;
    object["version"] = version();
    return object;
}

std::string json_text(const RunRecord& record) {
    ordered_json object = summary_json(record);
    object["history"] = history_json(record.last.history);
    return lines_of(object);
}

std::string lines_of(const ordered_json& object) {
    std::string text = "{";
    const char* separator = "\n  ";
    for (const auto& [name, value] : object.items()) {
        text += separator + ordered_json(name).dump() + ": " + value.dump();
        separator = ",\n  ";
    }
    return text + "\n}\n";
}

}  // namespace polarize::native
