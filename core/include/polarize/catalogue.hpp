#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <polarize/binding.hpp>
#include <polarize/names.hpp>

namespace polarize {

enum class ParameterKind { real, integer, choice };

/// What a parameter belongs to, for faces that show them together.
enum class ParameterGroup { model, start, training, descent, flow, recording };

/// The choice `parameter` of the same experiment is one of `choices`.
struct Condition {
    std::string_view parameter;
    std::span<const std::string_view> choices;
};

/// One parameter of an experiment, declared once: the command line's `--set`, the page's controls, the documentation
/// and the checks all read this row.
struct Parameter {
    std::string_view name;   ///< as in the paper, e.g. "lr"
    std::string_view label;  ///< for people, e.g. "learning rate"
    std::string_view unit;   ///< "" where there is none
    std::string_view help;   ///< one sentence
    ParameterGroup group = ParameterGroup::model;
    ParameterKind kind = ParameterKind::real;
    double minimum = 0;                         ///< inclusive; for a choice 0
    double maximum = 0;                         ///< inclusive; for a choice the last index
    double default_value = 0;                   ///< for a choice the index of the default
    std::span<const std::string_view> choices;  ///< names of a choice's values, in order
    bool logarithmic = false;                   ///< a slider moves on a logarithmic scale
    bool live = false;                          ///< may change while a run is under way, without a reset
    std::span<const Condition> applies_when{};  ///< its value has an effect only where all of these hold
    Binding binding{};                          ///< the member of the experiment's configuration that it sets
};

/// What a run computes; decides which runner serves the experiment.
enum class Model { value_softmax, tied, attention };

/// "value_softmax", "tied" or "attention".
std::string_view name(Model model);

/// How the starting arrays of a flow are drawn from its seed.
enum class Draws {
    in_turn,      ///< V, a, then what the loss reads
    conditioned,  ///< the same, X then given singular values from 1 down to 1/kappa
    seed_again,   ///< beta_star; then V and a from the same seed once more
};

/// What an attention model is trained for.
enum class TaskKind { induction, classification };

/// One row of the catalogue.
struct Experiment {
    std::string_view id;       ///< what `polarize run` takes, e.g. "normalisers-square"
    std::string_view title;    ///< a few words
    std::string_view summary;  ///< one or two sentences: what happens and what to look at
    std::string_view setup;    ///< the random draws in their order, as formulas
    std::string_view figure;   ///< what in the paper it belongs to, "" where nothing
    Model model = Model::value_softmax;
    Loss loss = Loss::logistic;  ///< of a flow; a parameter "loss" overrules it
    Draws draws = Draws::in_turn;
    bool compares_maps = false;           ///< of a flow: it is about one start under different score maps
    TaskKind task = TaskKind::induction;  ///< of an attention model
    std::span<const Parameter> parameters;

    /// The parameter called `name`, or nullptr.
    const Parameter* find(std::string_view name) const;
    /// The parameter that sets the member of `binding`, or nullptr.
    const Parameter* find(const Binding& binding) const;
};

/// Every experiment that is a flow (make_runner runs them), in the order they are shown. Those that train attention
/// models have a catalogue of their own, training_catalogue.hpp, so that a program that runs flows alone, such as the
/// page's engine with its limit of size, links neither them nor the models.
std::span<const Experiment> catalogue();

/// The flow called `id`. Throws Error that suggests the nearest id where there is none.
const Experiment& find_experiment(std::string_view id);

/// The experiment called `id` among `experiments`. Throws Error that suggests the nearest id where there is none.
const Experiment& find_experiment(std::string_view id, std::span<const Experiment* const> experiments);

}  // namespace polarize
