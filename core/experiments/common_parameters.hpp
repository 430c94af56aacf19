#pragma once

#include <array>
#include <span>
#include <string_view>

#include "experiments/catalogue.hpp"
#include "flow/names.hpp"

namespace polarize::parameters {

// The vocabulary of catalogue.cpp: parameters that several experiments share, and short ways to declare the others.

inline constexpr double kLargestSize = 4096;
inline constexpr double kLargestSteps = 1e12;
inline constexpr double kLargestSeed = 4294967295.0;

inline constexpr std::array<std::string_view, 3> kTiedTrainNames{"both", "U", "a"};
inline constexpr std::array<std::string_view, 2> kSwitchNames{"off", "on"};

constexpr Parameter size(std::string_view name, std::string_view label, std::string_view help, double value) {
    return {.name = name,
            .label = label,
            .unit = "",
            .help = help,
            .kind = ParameterKind::integer,
            .minimum = 1,
            .maximum = kLargestSize,
            .default_value = value,
            .choices = {},
            .logarithmic = true};
}

constexpr Parameter number(std::string_view name, std::string_view label, std::string_view help, double minimum,
                           double maximum, double value, bool logarithmic) {
    return {.name = name,
            .label = label,
            .unit = "",
            .help = help,
            .kind = ParameterKind::real,
            .minimum = minimum,
            .maximum = maximum,
            .default_value = value,
            .choices = {},
            .logarithmic = logarithmic};
}

constexpr Parameter choice(std::string_view name, std::string_view label, std::string_view help,
                           std::span<const std::string_view> choices, bool live) {
    return {.name = name,
            .label = label,
            .unit = "",
            .help = help,
            .kind = ParameterKind::choice,
            .minimum = 0,
            .maximum = static_cast<double>(choices.size() - 1),
            .default_value = 0,
            .choices = choices,
            .live = live};
}

constexpr Parameter scale(std::string_view name, std::string_view label, std::string_view help, double value) {
    return number(name, label, help, 0, 1e6, value, false);
}

constexpr Parameter mean_of_a(double value) {
    return number("a_mean", "mean of a(0)", "The starting scores are drawn around this value.", -1e6, 1e6, value,
                  false);
}

constexpr Parameter learning_rate(double value) {
    Parameter lr = number("lr", "learning rate", "Step size of gradient descent; gradient flow is its limit at 0.",
                          1e-12, 1e6, value, true);
    lr.live = true;
    return lr;
}

constexpr Parameter step_count(double value) {
    return {.name = "steps",
            .label = "steps",
            .unit = "updates",
            .help = "How many updates the run makes; raising it later carries the run on.",
            .kind = ParameterKind::integer,
            .minimum = 0,
            .maximum = kLargestSteps,
            .default_value = value,
            .choices = {},
            .logarithmic = true,
            .live = true};
}

constexpr Parameter seed_of(double value) {
    return {.name = "seed",
            .label = "seed",
            .unit = "",
            .help = "Seed of NumPy's legacy generator; the default is the paper's.",
            .kind = ParameterKind::integer,
            .minimum = 0,
            .maximum = kLargestSeed,
            .default_value = value,
            .choices = {}};
}

inline constexpr std::array<std::string_view, 2> kDynamicsNames{"descent", "flow"};
inline constexpr std::array<std::string_view, 3> kUntilNames{"t", "log10t", "tau"};

inline constexpr Parameter kDynamics = choice(
    "dynamics", "dynamics", "Gradient descent in steps of lr, or gradient flow, its limit, by an adaptive integrator.",
    kDynamicsNames, false);
inline constexpr Parameter kTolerance = [] {
    Parameter tol = number("tol", "tolerance", "Flow: local error allowed in each component, relative to 1 + its size.",
                           1e-14, 1e-1, 1e-9, true);
    tol.live = true;
    return tol;
}();
inline constexpr Parameter kUntil = choice(
    "until", "run until", "Flow: what the horizon counts: time t, its decimal logarithm, or the rescaled time tau.",
    kUntilNames, false);

/// Where a flow stops; the default is the time that the experiment's gradient descent reaches.
constexpr Parameter horizon(double value) {
    Parameter horizon = number("horizon", "horizon", "Flow: where it stops; 300 with log10t means t = 1e300.", -300,
                               1e308, value, false);
    horizon.live = true;
    return horizon;
}

inline constexpr std::array<std::string_view, 3> kOptimiserNames{"gd", "momentum", "adam"};

inline constexpr Parameter kOptimiser = choice(
    "optimiser", "optimiser", "Descent: plain gradient descent, heavy-ball momentum or Adam.", kOptimiserNames, true);
inline constexpr Parameter kMomentum = [] {
    Parameter momentum =
        number("momentum", "momentum", "Descent: weight of past gradients (momentum, adam).", 0, 0.9999, 0.9, false);
    momentum.live = true;
    return momentum;
}();
inline constexpr Parameter kWeightDecay = [] {
    Parameter decay = number("weight_decay", "weight decay",
                             "Descent: every update also shrinks all parameters by lr times this.", 0, 1e3, 0, false);
    decay.live = true;
    return decay;
}();
inline constexpr Parameter kNoise = [] {
    Parameter noise =
        number("noise", "gradient noise",
               "Descent: standard deviation of normal noise on every component of the gradient.", 0, 1e6, 0, false);
    noise.live = true;
    return noise;
}();

inline constexpr Parameter kScoreMap =
    choice("map", "score map", "How scores a become weights alpha.", kScoreMapNames, true);
inline constexpr Parameter kTrained =
    choice("train", "trained", "What gradient descent moves: V and a, V alone or a alone.", kTrainNames, true);
inline constexpr Parameter kTiedTrained =
    choice("train", "trained", "What gradient descent moves: U and a, U alone or a alone.", kTiedTrainNames, true);
inline constexpr Parameter kFeatures = size("d", "features d", "Dimension of the value vectors and of the teacher.", 8);
inline constexpr Parameter kTokens = size("k", "tokens k", "Number of tokens that compete for weight.", 8);
inline constexpr Parameter kSamples{
    .name = "samples",
    .label = "samples",
    .unit = "",
    .help = "How many moments the history aims to hold, spaced evenly in the logarithm of the step.",
    .kind = ParameterKind::integer,
    .minimum = 2,
    .maximum = 100000,
    .default_value = 200,
    .choices = {},
    .logarithmic = true};
inline constexpr Parameter kSingularValues =
    choice("singular_values", "singular values", "Record the singular values of the value matrix at every sample.",
           kSwitchNames, false);

constexpr Parameter with_default(Parameter parameter, double value) {
    parameter.default_value = value;
    return parameter;
}

}  // namespace polarize::parameters
