#include "formats/params_json.hpp"

#include <cstdint>

namespace polarize::native {
namespace {

using nlohmann::ordered_json;

/// A real or integer parameter's value.
ordered_json number_json(ParameterKind kind, double value) {
    if (kind == ParameterKind::integer) return static_cast<std::int64_t>(value);
    return value;
}

std::string_view kind_name(ParameterKind kind) {
    switch (kind) {
        case ParameterKind::real: return "real";
        case ParameterKind::integer: return "integer";
        case ParameterKind::choice: return "choice";
    }
    return "";
}

ordered_json parameter_json(const Parameter& parameter) {
    ordered_json object;
    object["name"] = parameter.name;
    object["label"] = parameter.label;
    object["unit"] = parameter.unit;
    object["help"] = parameter.help;
    object["kind"] = kind_name(parameter.kind);
    if (parameter.kind == ParameterKind::choice) {
        object["choices"] = parameter.choices;
        object["default"] = parameter.choices[static_cast<std::size_t>(parameter.default_value)];
    } else {
        object["minimum"] = number_json(parameter.kind, parameter.minimum);
        object["maximum"] = number_json(parameter.kind, parameter.maximum);
        object["default"] = number_json(parameter.kind, parameter.default_value);
        object["logarithmic"] = parameter.logarithmic;
    }
    object["live"] = parameter.live;
    object["applies_when"] = ordered_json::array();
    for (const Condition& condition : parameter.applies_when)
        object["applies_when"].push_back({{"parameter", condition.parameter}, {"choices", condition.choices}});
    object["counts_with"] = object["applies_when"];  // the key of version 0.1.0
    return object;
}

}  // namespace

ordered_json params_json(const Params& params) {
    ordered_json object = ordered_json::object();
    for (const Parameter& parameter : params.experiment().parameters) {
        const std::string key(parameter.name);
        if (parameter.kind == ParameterKind::choice) {
            object[key] = params.choice(parameter.name);
        } else {
            object[key] = number_json(parameter.kind, params.real(parameter.name));
        }
    }
    return object;
}

ordered_json experiment_json(const Experiment& experiment) {
    ordered_json object;
    object["id"] = experiment.id;
    object["title"] = experiment.title;
    object["summary"] = experiment.summary;
    object["setup"] = experiment.setup;
    object["figure"] = experiment.figure.empty() ? ordered_json(nullptr) : ordered_json(experiment.figure);
    object["model"] = name(experiment.model);
    object["parameters"] = ordered_json::array();
    for (const Parameter& parameter : experiment.parameters) object["parameters"].push_back(parameter_json(parameter));
    return object;
}

}  // namespace polarize::native
