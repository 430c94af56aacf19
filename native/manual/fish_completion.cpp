#include "manual/formats.hpp"
#include "manual/shell_text.hpp"

namespace polarize::native {
namespace {

std::string fish_quoted(std::string_view text) { return "'" + escaped(text, "'\\") + "'"; }

/// A function that says, one to a line, what `words_of` gives for the experiment on the line.
std::string function(const ProgramText& program, const std::string& name,
                     std::vector<std::string> ExperimentText::* words) {
    std::string text = "function " + name + "\n  for word in (commandline -opc)\n    switch $word\n";
    for (const ExperimentText& experiment : program.experiments) {
        text += "      case " + experiment.id + "\n        printf '%s\\n' " + joined_words(experiment.*words) +
                "\n        return\n";
    }
    return text + "    end\n  end\nend\n\n";
}

/// How fish is told what the value of an option is.
std::string value(const OptionText& option) {
    switch (option.kind) {
        case ValueKind::none: return "";
        case ValueKind::free: return " -x";
        case ValueKind::words: return " -x -a " + fish_quoted(joined_words(option.words));
        case ValueKind::file: return " -r -F";
        case ValueKind::folder: return " -x -a '(__fish_complete_directories)'";
        case ValueKind::setting: return " -x -a '(__polarize_settings)'";
        case ValueKind::axis: return " -x -a '(__polarize_axes)'";
    }
    return "";
}

std::string option_line(const OptionText& option, const std::string& condition) {
    std::string text = "complete -c polarize -n " + fish_quoted(condition);
    for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    return text + value(option) + " -d " + fish_quoted(option.help) + "\n";
}

}  // namespace

std::string fish_completion(const ProgramText& program) {
    std::string text = "# Completion of polarize in fish; made from the definition of its command line.\n\n";
    text += function(program, "__polarize_settings", &ExperimentText::settings);
    text += function(program, "__polarize_axes", &ExperimentText::axes);
    text += "complete -c polarize -f\n";
    for (const OptionText& option : program.program.options) text += option_line(option, "__fish_use_subcommand");
    for (const CommandText& command : program.commands) {
        const std::string condition = "__fish_seen_subcommand_from " + command.name;
        text += "complete -c polarize -n __fish_use_subcommand -a " + command.name + " -d " +
                fish_quoted(command.help) + "\n";
        for (const OptionText& option : command.options) text += option_line(option, condition);
        for (const ExperimentText& experiment : experiments_of(program, command)) {
            text += "complete -c polarize -n " + fish_quoted(condition) + " -a " + experiment.id + " -d " +
                    fish_quoted(experiment.title) + "\n";
        }
    }
    return text;
}

}  // namespace polarize::native
