#include "manual/shell_text.hpp"

namespace polarize::native {

std::string joined_words(const std::vector<std::string>& words, std::string_view separator) {
    std::string text;
    for (const std::string& word : words) text.append(text.empty() ? "" : separator).append(word);
    return text;
}

std::string escaped(std::string_view text, std::string_view characters) {
    std::string result;
    for (const char character : text) {
        if (characters.find(character) != std::string_view::npos) result += '\\';
        result += character;
    }
    return result;
}

std::string single_quoted(std::string_view text) {
    std::string result = "'";
    for (const char character : text) {
        if (character == '\'') {
            result += R"('\'')";
        } else {
            result += character;
        }
    }
    return result + "'";
}

std::vector<ExperimentText> experiments_of(const ProgramText& program, const CommandText& command) {
    std::vector<ExperimentText> experiments;
    if (!command.has_experiment) return experiments;
    for (const ExperimentText& experiment : program.experiments) {
        if (!experiment.trains || !command.takes_flows_only) experiments.push_back(experiment);
    }
    return experiments;
}

std::vector<std::string> ids(const std::vector<ExperimentText>& experiments) {
    std::vector<std::string> names;
    names.reserve(experiments.size());
    for (const ExperimentText& experiment : experiments) names.push_back(experiment.id);
    return names;
}

}  // namespace polarize::native
