#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace polarize::native {

/// What may be typed as the value of an option.
enum class ValueKind {
    none,     ///< the option is a flag
    free,     ///< a number or another text that nothing can propose
    words,    ///< one of `OptionText::words`
    file,     ///< the path of a file
    folder,   ///< the path of a folder
    setting,  ///< a parameter of the experiment, an equals sign and a value
    axis,     ///< a numeric parameter of the experiment, an equals sign and a range
};

/// An option of a command, as the command line defines it.
struct OptionText {
    std::vector<std::string> names;  ///< with their dashes, e.g. "-h" and "--help"
    std::string type;                ///< what its value is called, e.g. "FILE"; "" for a flag
    std::string help;
    ValueKind kind = ValueKind::none;
    std::vector<std::string> words;  ///< of ValueKind::words
};

/// A command, as the command line defines it.
struct CommandText {
    std::string name;
    std::string help;
    std::string footer;  ///< examples and remarks, in lines
    bool has_experiment = false;
    bool takes_flows_only = false;  ///< of the experiments, none that trains a model
    bool needs_experiment = false;
    std::vector<OptionText> options;
};

/// An experiment and what completes a setting of one of its parameters.
struct ExperimentText {
    std::string id;
    std::string title;
    bool trains = false;                ///< an attention model; the others are flows
    std::vector<std::string> settings;  ///< "lr=", or of a choice each value: "map=softmax", "map=l1", …
    std::vector<std::string> axes;      ///< "lr=": the parameters that have a range
};

/// All that manual and completions say.
struct ProgramText {
    std::string version;
    CommandText program;
    std::vector<CommandText> commands;
    std::vector<ExperimentText> experiments;
};

/// The words of a list such as "table (default), json or csv"; empty where `help` is not such a list.
std::vector<std::string> listed_words(const std::string& help);

/// The definition of the command line `app` and the experiments of the catalogue, as texts.
ProgramText program_text(const CLI::App& app);

}  // namespace polarize::native
