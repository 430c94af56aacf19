#include <sstream>

#include "manual/formats.hpp"
#include "manual/shell_text.hpp"

namespace polarize::native {
namespace {

/// `line` so that roff shows it as it is.
std::string roff(std::string_view line) {
    std::string text;
    for (const char character : line) {
        if (character == '\\') {
            text += "\\e";
        } else if (character == '-') {
            text += "\\-";
        } else {
            text += character;
        }
    }
    if (text.starts_with('.') || text.starts_with('\'')) text.insert(0, "\\&");
    return text;
}

/// `text` as a sentence.
std::string sentence(std::string_view text) { return roff(text) + (text.ends_with('.') ? "\n" : ".\n"); }

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

/// The lines of `text` as they are broken.
std::string verbatim(const std::string& text) {
    std::string result = ".nf\n";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) result += line.empty() ? ".sp\n" : roff(line) + "\n";
    return result + ".fi\n";
}

std::string option_entry(const OptionText& option) {
    std::string names;
    for (const std::string& name : option.names) names.append(names.empty() ? "" : ", ").append(bold(name));
    if (!option.type.empty()) names += " " + italic(option.type);
    return ".TP\n" + names + "\n" + sentence(option.help);
}

std::string command_section(const CommandText& command) {
    std::string text = ".SS " + bold("polarize " + command.name);
    if (command.has_experiment) text += command.needs_experiment ? " " + italic("ID") : " [" + italic("ID") + "]";
    text += "\n" + sentence(command.help);
    for (const OptionText& option : command.options) text += option_entry(option);
    if (!command.footer.empty()) text += ".PP\n" + verbatim(command.footer);
    return text;
}

}  // namespace

std::string man_page(const ProgramText& program) {
    std::string text = R"(.TH POLARIZE 1 "" "polarize )" + program.version + R"(" "User commands")" + "\n";
    text += ".SH NAME\npolarize \\- experiments on how gradient flow polarizes softmax outputs\n";
    text += ".SH SYNOPSIS\n" + bold("polarize") + " " + italic("COMMAND") + " [" + italic("ID") + "] [" +
            italic("OPTION") + "...]\n";
    text += ".SH DESCRIPTION\n" + sentence(program.program.help);
    text += ".SH OPTIONS\n";
    for (const OptionText& option : program.program.options) text += option_entry(option);
    text += ".SH COMMANDS\n";
    for (const CommandText& command : program.commands) text += command_section(command);
    text += ".SH EXPERIMENTS\n";
    for (const ExperimentText& experiment : program.experiments) {
        text += ".TP\n" + bold(experiment.id) + "\n" + sentence(experiment.title);
    }
    text += ".SH EXAMPLES AND EXIT STATUS\n" + verbatim(program.program.footer);
    return text;
}

}  // namespace polarize::native
