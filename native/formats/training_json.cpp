#include "formats/training_json.hpp"

#include <polarize/version.hpp>
#include "formats/json.hpp"

namespace polarize::native {
namespace {

using nlohmann::ordered_json;

/// `array` as lists of lists, from axis number `axis` on and number `first` on.
ordered_json nested(const Array& array, std::size_t axis, std::size_t& first) {
    if (axis == array.shape.size()) return array.data[first++];
    ordered_json list = ordered_json::array();
    for (std::size_t i = 0; i < array.shape[axis]; ++i) list.push_back(nested(array, axis + 1, first));
    return list;
}

ordered_json metrics_json(const Arrays& metrics) {
    ordered_json object = ordered_json::object();
    for (const auto& [name, metric] : metrics) {
        std::size_t first = 0;
        object[name] = nested(metric, 0, first);
    }
    return object;
}

}  // namespace

ordered_json training_summary_json(const TrainingRecord& record) {
    const TrainingSnapshot& last = record.last;
    ordered_json object = start_summary(last, status(record), record.params);
    object["loss"] = last.loss;
    object["evaluated_step"] = last.evaluated_step;
    object["metrics"] = metrics_json(last.metrics);
    object["ms_per_step"] = record.pace.ms_per_step;
    object["wall_s"] = record.seconds;
    object["steps_per_s"] = record.steps_per_second();
    object["threads"] = record.pace.threads;
    object["isa"] = last.isa;
    object["version"] = version();
    return object;
}

std::string training_json_text(const TrainingRecord& record) {
    ordered_json object = training_summary_json(record);
    object["history"] = history_json(record.last.history);
    object["evaluations"] = history_json(record.last.evaluations);
    return lines_of(object);
}

}  // namespace polarize::native
