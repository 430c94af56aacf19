#include "catalogue_json.hpp"

#include <cstdio>
#include <string_view>

#include "experiments/params.hpp"

namespace polarize::web {
namespace {

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            out += '\\';
            out += character;
        } else if (static_cast<unsigned char>(character) < 0x20) {
            char escape[7];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(character));
            out += escape;
        } else {
            out += character;
        }
    }
    return out + '"';
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

std::string member(std::string_view name, std::string_view json) { return quoted(name) + ':' + std::string(json); }

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

/// `[item, item, …]` of what `to_json` gives for each element of `range`.
template <class Range, class ToJson>
std::string array(const Range& range, const ToJson& to_json) {
    std::string out = "[";
    for (const auto& item : range) {
        if (out.size() > 1) out += ',';
        out += to_json(item);
    }
    return out + ']';
}

std::string parameter_json(const Parameter& parameter, const Params& defaults) {
    return '{' + member("name", quoted(parameter.name)) + ',' + member("label", quoted(parameter.label)) + ',' +
           member("unit", quoted(parameter.unit)) + ',' + member("help", quoted(parameter.help)) + ',' +
           member("group", quoted(group_name(parameter.group))) + ',' +
           member("kind", quoted(kind_name(parameter.kind))) + ',' + member("minimum", number(parameter.minimum)) +
           ',' + member("maximum", number(parameter.maximum)) + ',' +
           member("default", quoted(defaults.text(parameter.name))) + ',' +
           member("choices", array(parameter.choices, quoted)) + ',' +
           member("logarithmic", parameter.logarithmic ? "true" : "false") + ',' +
           member("live", parameter.live ? "true" : "false") + '}';
}

std::string experiment_json(const Experiment& experiment) {
    const Params defaults(experiment);
    return '{' + member("id", quoted(experiment.id)) + ',' + member("title", quoted(experiment.title)) + ',' +
           member("summary", quoted(experiment.summary)) + ',' + member("setup", quoted(experiment.setup)) + ',' +
           member("figure", quoted(experiment.figure)) + ',' +
           member("model", experiment.model == Model::tied ? "\"tied\"" : "\"value_softmax\"") + ',' +
           member("parameters",
                  array(experiment.parameters,
                        [&](const Parameter& parameter) { return parameter_json(parameter, defaults); })) +
           '}';
}

}  // namespace

std::string catalogue_json() { return array(catalogue(), experiment_json); }

}  // namespace polarize::web
