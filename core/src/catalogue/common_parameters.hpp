#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include <polarize/catalogue.hpp>
#include <polarize/names.hpp>

namespace polarize::parameters {

// The vocabulary of catalogue.cpp: short ways to declare parameters, and those that several experiments share.

inline constexpr double kLargestSize = 4096;
inline constexpr double kLargestSteps = 1e12;
inline constexpr double kLargestSeed = 4294967295.0;

inline constexpr std::array<std::string_view, 3> kTiedTrainNames{"both", "U", "a"};
inline constexpr std::array<std::string_view, 2> kSwitchNames{"off", "on"};
inline constexpr std::array<std::string_view, 2> kDynamicsNames{"descent", "flow"};
inline constexpr std::array<std::string_view, 3> kUntilNames{"t", "log10t", "tau"};
inline constexpr std::array<std::string_view, 3> kOptimiserNames{"gd", "momentum", "adam"};

/// The words of a parameter.
struct Words {
    std::string_view name;
    std::string_view label;
    std::string_view help;
    std::string_view unit{};
};

struct Range {
    double minimum;
    double maximum;
};

constexpr Parameter number(ParameterGroup group, const Words& words, Range range, double value) {
    return {.name = words.name,
            .label = words.label,
            .unit = words.unit,
            .help = words.help,
            .group = group,
            .kind = ParameterKind::real,
            .minimum = range.minimum,
            .maximum = range.maximum,
            .default_value = value,
            .choices = {}};
}

constexpr Parameter whole_number(ParameterGroup group, const Words& words, Range range, double value) {
    Parameter parameter = number(group, words, range, value);
    parameter.kind = ParameterKind::integer;
    return parameter;
}

constexpr Parameter choice(ParameterGroup group, const Words& words, std::span<const std::string_view> names) {
    Parameter parameter = number(group, words, {0, static_cast<double>(names.size() - 1)}, 0);
    parameter.kind = ParameterKind::choice;
    parameter.choices = names;
    return parameter;
}

/// `parameter` with a slider on a logarithmic scale.
constexpr Parameter logarithmic(Parameter parameter) {
    parameter.logarithmic = true;
    return parameter;
}

/// `parameter`, which may change while a run is under way.
constexpr Parameter live(Parameter parameter) {
    parameter.live = true;
    return parameter;
}

/// `parameter`, which has an effect only where `conditions` hold.
constexpr Parameter counting(std::span<const Condition> conditions, Parameter parameter) {
    parameter.counts_with = conditions;
    return parameter;
}

constexpr Parameter with_default(Parameter parameter, double value) {
    parameter.default_value = value;
    return parameter;
}

/// Rows of parameters one after the other.
template <std::size_t... Sizes>
constexpr auto joined(const std::array<Parameter, Sizes>&... parts) {
    std::array<Parameter, (Sizes + ...)> all{};
    auto end = all.begin();
    ((end = std::copy(parts.begin(), parts.end(), end)), ...);
    return all;
}

// What a parameter may count with.

inline constexpr std::array<std::string_view, 1> kDescentName{"descent"};
inline constexpr std::array<std::string_view, 1> kFlowName{"flow"};
inline constexpr std::array<std::string_view, 2> kMomentNames{"momentum", "adam"};
inline constexpr std::array<std::string_view, 1> kTemperatureNames{"softmax"};
inline constexpr std::array kWithDescent{Condition{"dynamics", kDescentName}};
inline constexpr std::array kWithFlow{Condition{"dynamics", kFlowName}};
inline constexpr std::array kWithMoments{Condition{"dynamics", kDescentName}, Condition{"optimiser", kMomentNames}};
inline constexpr std::array kWithTemperature{Condition{"map", kTemperatureNames}};

// The model.

constexpr Parameter size(const Words& words, double value) {
    return logarithmic(whole_number(ParameterGroup::model, words, {1, kLargestSize}, value));
}
inline constexpr Parameter kScoreMap =
    live(choice(ParameterGroup::model, {"map", "score map", "How scores a become weights alpha."}, kScoreMapNames));
inline constexpr Parameter kTemperature = counting(
    kWithTemperature, live(logarithmic(number(ParameterGroup::model,
                                              {"temperature", "temperature",
                                               "Softmax of a/temperature: lower is sharper. The other maps have none."},
                                              {1e-3, 1e3}, 1))));
inline constexpr Parameter kFeatures =
    size({"d", "features d", "Dimension of the value vectors and of the teacher."}, 8);
inline constexpr Parameter kTokens = size({"k", "tokens k", "Number of tokens that compete for weight."}, 8);

// The start.

constexpr Parameter start_scale(const Words& words, double value) {
    return number(ParameterGroup::start, words, {0, 1e6}, value);
}
constexpr Parameter V_scale(double value) {
    return start_scale({"V_scale", "scale of V(0)", "Standard deviation of the entries of V at the start."}, value);
}
constexpr Parameter a_scale(double value) {
    return start_scale({"a_scale", "scale of a(0)", "Standard deviation of the scores at the start."}, value);
}
constexpr Parameter a_mean(double value) {
    return number(ParameterGroup::start, {"a_mean", "mean of a(0)", "The starting scores are drawn around this value."},
                  {-1e6, 1e6}, value);
}
constexpr Parameter seed(double value) {
    return whole_number(ParameterGroup::start,
                        {"seed", "seed", "Seed of NumPy's legacy generator; the default is the paper's."},
                        {0, kLargestSeed}, value);
}

// What is trained, and how.

inline constexpr Parameter kDynamics =
    choice(ParameterGroup::training,
           {"dynamics", "dynamics",
            "Gradient descent in steps of lr, or gradient flow, its limit, by an adaptive integrator."},
           kDynamicsNames);
inline constexpr Parameter kTrained =
    live(choice(ParameterGroup::training, {"train", "trained", "What the gradient moves: V and a, V alone or a alone."},
                kTrainNames));
inline constexpr Parameter kTiedTrained =
    live(choice(ParameterGroup::training, {"train", "trained", "What the gradient moves: U and a, U alone or a alone."},
                kTiedTrainNames));

// Gradient descent.

constexpr Parameter learning_rate(double value) {
    return counting(kWithDescent,
                    live(logarithmic(number(
                        ParameterGroup::descent,
                        {"lr", "learning rate", "Step size of gradient descent; gradient flow is its limit at 0."},
                        {1e-12, 1e6}, value))));
}
constexpr Parameter step_count(double value) {
    return counting(
        kWithDescent,
        live(logarithmic(whole_number(
            ParameterGroup::descent,
            {"steps", "steps", "How many updates the run makes; raising it later carries the run on.", "updates"},
            {0, kLargestSteps}, value))));
}
inline constexpr Parameter kOptimiser = counting(
    kWithDescent,
    live(choice(ParameterGroup::descent,
                {"optimiser", "optimiser", "Plain gradient descent, heavy-ball momentum or Adam."}, kOptimiserNames)));
inline constexpr Parameter kMomentum =
    counting(kWithMoments,
             live(number(ParameterGroup::descent,
                         {"momentum", "momentum", "Weight of past gradients (momentum, adam)."}, {0, 0.9999}, 0.9)));
inline constexpr Parameter kWeightDecay = counting(
    kWithDescent,
    live(number(ParameterGroup::descent,
                {"weight_decay", "weight decay", "Every update also shrinks what is trained by lr times this."},
                {0, 1e3}, 0)));
inline constexpr Parameter kNoise = counting(
    kWithDescent,
    live(number(ParameterGroup::descent,
                {"noise", "gradient noise", "Standard deviation of normal noise on every component of the gradient."},
                {0, 1e6}, 0)));

// Gradient flow.

inline constexpr Parameter kTolerance = counting(
    kWithFlow,
    live(logarithmic(number(ParameterGroup::flow,
                            {"tol", "tolerance", "Local error allowed in each component, relative to 1 + its size."},
                            {1e-14, 1e-1}, 1e-9))));
inline constexpr Parameter kUntil = counting(
    kWithFlow,
    choice(ParameterGroup::flow,
           {"until", "run until", "What the horizon counts: time t, its decimal logarithm, or the rescaled time tau."},
           kUntilNames));
/// The default is the time that the experiment's gradient descent reaches.
constexpr Parameter horizon(double value) {
    return counting(kWithFlow,
                    live(number(ParameterGroup::flow,
                                {"horizon", "horizon", "Where the flow stops; 300 with log10t means t = 1e300."},
                                {-300, 1e308}, value)));
}

// What is recorded.

inline constexpr Parameter kSamples = logarithmic(whole_number(
    ParameterGroup::recording,
    {"samples", "samples", "How many moments the history aims to hold, spaced evenly in the logarithm of the step."},
    {2, 100000}, 200));
inline constexpr Parameter kSingularValues =
    choice(ParameterGroup::recording,
           {"singular_values", "singular values", "Record the singular values of the value matrix at every sample."},
           kSwitchNames);

}  // namespace polarize::parameters
