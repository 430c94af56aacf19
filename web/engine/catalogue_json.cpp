#include "catalogue_json.hpp"

#include <string_view>

#include <polarize/params.hpp>
#include "json_text.hpp"

namespace polarize::web {
namespace {

std::string_view kind_name(ParameterKind kind) {
    switch (kind) {
        case ParameterKind::real: return "real";
        case ParameterKind::integer: return "integer";
        case ParameterKind::choice: return "choice";
    }
    return "";
}

std::string_view group_name(ParameterGroup group) {
    switch (group) {
        case ParameterGroup::model: return "model";
        case ParameterGroup::start: return "start";
        case ParameterGroup::training: return "training";
        case ParameterGroup::descent: return "descent";
        case ParameterGroup::flow: return "flow";
        case ParameterGroup::recording: return "recording";
    }
    return "";
}

std::string condition_json(const Condition& condition) {
    return '{' + member("parameter", quoted(condition.parameter)) + ',' +
           member("choices", array(condition.choices, quoted)) + '}';
}

std::string parameter_json(const Parameter& parameter, const Params& defaults) {
    const std::string conditions = array(parameter.applies_when, condition_json);  // under its older key, too
    return '{' + member("name", quoted(parameter.name)) + ',' + member("label", quoted(parameter.label)) + ',' +
           member("unit", quoted(parameter.unit)) + ',' + member("help", quoted(parameter.help)) + ',' +
           member("group", quoted(group_name(parameter.group))) + ',' +
           member("kind", quoted(kind_name(parameter.kind))) + ',' + member("minimum", number(parameter.minimum)) +
           ',' + member("maximum", number(parameter.maximum)) + ',' +
           member("default", quoted(defaults.text(parameter.name))) + ',' +
           member("choices", array(parameter.choices, quoted)) + ',' +
           member("logarithmic", parameter.logarithmic ? "true" : "false") + ',' +
           member("live", parameter.live ? "true" : "false") + ',' + member("applies_when", conditions) + ',' +
           member("counts_with", conditions) + '}';
}

std::string experiment_json(const Experiment& experiment, const Nature& nature) {
    const Params defaults(experiment);
    return '{' + member("id", quoted(experiment.id)) + ',' + member("title", quoted(experiment.title)) + ',' +
           member("summary", quoted(experiment.summary)) + ',' + member("setup", quoted(experiment.setup)) + ',' +
           member("figure", quoted(experiment.figure)) + ',' + nature(defaults) + ',' +
           member("parameters",
                  array(experiment.parameters,
                        [&](const Parameter& parameter) { return parameter_json(parameter, defaults); })) +
           '}';
}

}  // namespace

std::string catalogue_json(std::span<const Experiment> experiments, const Nature& nature) {
    return array(experiments, [&](const Experiment& experiment) { return experiment_json(experiment, nature); });
}

}  // namespace polarize::web
