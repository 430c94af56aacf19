#include "manual/formats.hpp"
#include "manual/shell_text.hpp"

namespace polarize::native {
namespace {

constexpr const char* head = R"sh(#compdef polarize
# Completion of polarize in zsh; made from the definition of its command line.

)sh";

constexpr const char* body = R"sh(
# The experiment named on the line.
_polarize_experiment() {
  local word
  for word in $words; do
    if (( ${_polarize_ids[(Ie)$word]} )); then print -r -- $word && return; fi
  done
}

_polarize_settings() {
  local -a found=( ${(s: :)_polarize_settings_of[$(_polarize_experiment)]} )
  compadd -S '' -- $found
}

_polarize_axes() {
  local -a found=( ${(s: :)_polarize_axes_of[$(_polarize_experiment)]} )
  compadd -S '' -- $found
}

)sh";

/// What zsh does for the value of an option.
std::string action(const OptionText& option) {
    switch (option.kind) {
        case ValueKind::none: return "";
        case ValueKind::free: return " ";
        case ValueKind::words: return "(" + joined_words(option.words) + ")";
        case ValueKind::file: return "_files";
        case ValueKind::folder: return "_files -/";
        case ValueKind::setting: return "_polarize_settings";
        case ValueKind::axis: return "_polarize_axes";
    }
    return "";
}

/// The lines by which _arguments knows an option: one for each of its names.
std::string specification(const OptionText& option) {
    std::string text;
    for (const std::string& name : option.names) {
        std::string line = (option.kind == ValueKind::setting ? "*" : "") + name;
        if (option.kind != ValueKind::none && name.starts_with("--")) line += "=";
        line += "[" + escaped(option.help, "[]\\:") + "]";
        if (option.kind != ValueKind::none) line += ":" + escaped(option.type, ":") + ":" + action(option);
        text += "        " + single_quoted(line) + " \\\n";
    }
    return text;
}

std::string command_case(const ProgramText& program, const CommandText& command) {
    std::string text = "      " + command.name + ")\n        _arguments \\\n";
    for (const OptionText& option : command.options) text += specification(option);
    const std::vector<std::string> names = ids(experiments_of(program, command));
    text += names.empty() ? "        && return 0 ;;\n" : "        '1:experiment:(" + joined_words(names) + ")' ;;\n";
    return text;
}

}  // namespace

std::string zsh_completion(const ProgramText& program) {
    std::string text = head + ("typeset -ga _polarize_ids=(" + joined_words(ids(program.experiments)) + ")\n");
    text += "typeset -gA _polarize_settings_of=(\n";
    for (const ExperimentText& experiment : program.experiments)
        text += "  " + experiment.id + " " + single_quoted(joined_words(experiment.settings)) + "\n";
    text += ")\ntypeset -gA _polarize_axes_of=(\n";
    for (const ExperimentText& experiment : program.experiments)
        text += "  " + experiment.id + " " + single_quoted(joined_words(experiment.axes)) + "\n";
    text += std::string(")\n") + body + "_polarize() {\n  local state\n  local -a commands=(\n";
    for (const CommandText& command : program.commands)
        text += "    " + single_quoted(escaped(command.name, ":") + ":" + command.help) + "\n";
    text += "  )\n  _arguments -C \\\n";
    for (const OptionText& option : program.program.options) text += specification(option);
    text += "        '1:command:->command' '*::argument:->argument'\n  case $state in\n";
    text += "  command) _describe command commands ;;\n  argument)\n    case $words[1] in\n";
    for (const CommandText& command : program.commands) text += command_case(program, command);
    return text + "    esac ;;\n  esac\n}\n\n_polarize \"$@\"\n";
}

}  // namespace polarize::native
