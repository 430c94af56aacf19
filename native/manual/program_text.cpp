#include "manual/program_text.hpp"

#include <algorithm>
#include <regex>
#include <set>

#include <polarize/catalogue.hpp>
#include <polarize/training.hpp>
#include <polarize/version.hpp>

namespace polarize::native {
namespace {

/// The measures of gradient flow's length: "t=", "log10t=", "tau=".
std::vector<std::string> horizons() {
    std::vector<std::string> words;
    for (const Experiment& experiment : catalogue()) {
        const Parameter* const until = experiment.find("until");
        if (until == nullptr) continue;
        for (const std::string_view choice : until->choices) words.push_back(std::string(choice) + "=");
        break;
    }
    return words;
}

/// Fills in what may be typed as the value of an option whose value is called `option.type`.
void add_kind(OptionText& option) {
    if (option.type.empty()) return;
    option.kind = ValueKind::free;
    option.words = listed_words(option.help);
    if (option.type == "WHAT=HORIZON") option.words = horizons();
    if (!option.words.empty()) option.kind = ValueKind::words;
    if (option.type.starts_with("FILE")) option.kind = ValueKind::file;
    if (option.type == "FOLDER") option.kind = ValueKind::folder;
    if (option.type == "NAME=VALUE") option.kind = ValueKind::setting;
    if (option.type.starts_with("NAME=LOW")) option.kind = ValueKind::axis;
}

OptionText option_text(const CLI::Option& option) {
    OptionText text;
    for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
    if (option.get_items_expected_max() > 0) text.type = option.get_type_name();
    text.help = option.get_description();
    add_kind(text);
    return text;
}

CommandText command_text(const CLI::App& command) {
    static const std::set<std::string> train{"info", "run"};
    CommandText text;
    text.name = command.get_name();
    text.takes_flows_only = !train.contains(text.name);
    text.help = command.get_description();
    text.footer = command.get_footer();
    for (const CLI::Option* const option : command.get_options()) {
        if (option->get_positional()) {
            text.has_experiment = true;
            text.needs_experiment = option->get_required();
        } else {
            text.options.push_back(option_text(*option));
        }
    }
    return text;
}

ExperimentText experiment_text(const Experiment& experiment) {
    ExperimentText text;
    text.id = experiment.id;
    text.title = experiment.title;
    text.trains = experiment.model == Model::attention;
    for (const Parameter& parameter : experiment.parameters) {
        const std::string start = std::string(parameter.name) + "=";
        if (parameter.kind != ParameterKind::choice) {
            text.settings.push_back(start);
            text.axes.push_back(start);
        }
        for (const std::string_view choice : parameter.choices) text.settings.push_back(start + std::string(choice));
    }
    return text;
}

}  // namespace

std::vector<std::string> listed_words(const std::string& help) {
    static const std::regex list(R"(([a-z][a-z0-9_]*)( \(default\))?(, [a-z][a-z0-9_]*)* or [a-z][a-z0-9_]*)");
    if (!std::regex_match(help, list)) return {};
    static const std::regex word("[a-z][a-z0-9_]*");
    static const std::set<std::string> joints{"default", "or"};
    std::vector<std::string> words;
    for (std::sregex_iterator at(help.begin(), help.end(), word), end; at != end; ++at) {
        if (!joints.contains(at->str())) words.push_back(at->str());
    }
    return words;
}

ProgramText program_text(const CLI::App& app) {
    ProgramText text;
    text.version = version();
    text.program = command_text(app);
    for (const CLI::App* const command : app.get_subcommands({})) text.commands.push_back(command_text(*command));
    for (const Experiment* const experiment : every_experiment())
        text.experiments.push_back(experiment_text(*experiment));
    return text;
}

}  // namespace polarize::native
