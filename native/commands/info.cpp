#include "commands/info.hpp"

#include <polarize/training.hpp>
#include "commands/conditions.hpp"
#include "exit_code.hpp"
#include "formats/columns.hpp"
#include "formats/parameter_text.hpp"
#include "formats/params_json.hpp"
#include "formats/table_parts.hpp"
#include "system/streams.hpp"

namespace polarize::native {
namespace {

std::string range_text(const Parameter& parameter) {
    if (parameter.kind == ParameterKind::choice) return "";
    return value_text(parameter, parameter.minimum) + " to " + value_text(parameter, parameter.maximum);
}

std::string choices_text(const Parameter& parameter) {
    if (parameter.kind != ParameterKind::choice) return "";
    std::string text;
    const char* separator = " One of: ";
    for (const std::string_view choice : parameter.choices) {
        text += separator + std::string(choice);
        separator = ", ";
    }
    return text + ".";
}

std::string conditions_text(const Parameter& parameter) {
    std::string text;
    const char* separator = " Applies only when ";
    for (const Condition& condition : parameter.applies_when) {
        text += separator + condition_text(condition);
        separator = " and ";
    }
    return text.empty() ? text : text + ".";
}

std::string help_text(const Parameter& parameter) {
    return std::string(parameter.help) + choices_text(parameter) + conditions_text(parameter);
}

std::string parameter_table(const Experiment& experiment) {
    using enum Columns::Align;
    Columns columns({left, left, left, left, left, left});
    columns.add({"parameter", "label", "unit", "range", "default", ""});
    for (const Parameter& parameter : experiment.parameters) {
        columns.add({std::string(parameter.name), std::string(parameter.label), std::string(parameter.unit),
                     range_text(parameter), value_text(parameter, parameter.default_value),
                     parameter.live ? "live" : ""});
    }
    const std::vector<std::string> lines = columns.lines();
    std::string text = lines.front() + "\n";
    for (std::size_t i = 0; i < experiment.parameters.size(); ++i) {
        text += lines[i + 1] + "\n" + wrapped(help_text(experiment.parameters[i]), page_width, 4);
    }
    return text;
}

std::string experiment_text(const Experiment& experiment) {
    std::string text = std::string(experiment.id) + ": " + std::string(experiment.title) + "\n\n";
    text += wrapped(experiment.summary, page_width);
    if (!experiment.figure.empty()) text += wrapped("Figure: " + std::string(experiment.figure), page_width);
    text += wrapped("Set-up: " + std::string(experiment.setup), page_width);
    return text + "\n" + parameter_table(experiment) + "\nA live parameter may change during a run in the page.\n";
}

}  // namespace

int show_experiment(const std::string& id, bool as_json) {
    const Experiment& experiment = find_any_experiment(id);
    write_output(as_json ? experiment_json(experiment).dump(2) + "\n" : experiment_text(experiment));
    return exit_finished;
}

}  // namespace polarize::native
