#pragma once

#include <array>
#include <string_view>

#include "catalogue/rows.hpp"
#include "catalogue/run_config.hpp"

namespace polarize::parameters {

// The parameters that several flows share.

/// The tied model trains U where the others train V.
inline constexpr auto kTiedTrainNames = names_up_to<Train::a_only>({"both", "U", "a"});

// When a parameter applies.

inline constexpr std::array kDescentName{enum_name(Dynamics::descent)};
inline constexpr std::array kFlowName{enum_name(Dynamics::flow)};
inline constexpr std::array kMomentNames{enum_name(OptimiserKind::momentum), enum_name(OptimiserKind::adam)};
inline constexpr std::array kSoftmaxName{enum_name(ScoreMap::softmax)};
inline constexpr std::array kOfDescent{Condition{"dynamics", kDescentName}};
inline constexpr std::array kOfFlow{Condition{"dynamics", kFlowName}};
inline constexpr std::array kOfMoments{Condition{"dynamics", kDescentName}, Condition{"optimiser", kMomentNames}};
inline constexpr std::array kOfSoftmax{Condition{"map", kSoftmaxName}};

// The model.

template <auto Size>
constexpr Parameter size(const Labels& labels, double value) {
    return logarithmic(number<Size>(ParameterGroup::model, labels, {1, kMaxSize}, value));
}
inline constexpr Parameter kScoreMap =
    live(choice<&RunConfig::map>(ParameterGroup::model, {"map", "score map", "How scores a become weights alpha."}));
inline constexpr Parameter kTemperature = only_when(
    kOfSoftmax,
    live(logarithmic(number<&RunConfig::temperature>(
        ParameterGroup::model,
        {"temperature", "temperature", "Softmax of a/temperature: lower is sharper. The other maps have none."},
        {1e-3, 1e3}, 1))));
inline constexpr Parameter kFeatures =
    size<&RunConfig::d>({"d", "features d", "Dimension of the value vectors and of the teacher."}, 8);
inline constexpr Parameter kTokens =
    size<&RunConfig::k>({"k", "tokens k", "Number of tokens that compete for weight."}, 8);

// The start.

template <auto Scale>
constexpr Parameter start_scale(const Labels& labels, double value) {
    return number<&RunConfig::start, Scale>(ParameterGroup::start, labels, {0, 1e6}, value);
}
constexpr Parameter V_scale(double value) {
    return start_scale<&StartConfig::V_scale>(
        {"V_scale", "scale of V(0)", "Standard deviation of the entries of V at the start."}, value);
}
constexpr Parameter a_scale(double value) {
    return start_scale<&StartConfig::a_scale>(
        {"a_scale", "scale of a(0)", "Standard deviation of the scores at the start."}, value);
}
constexpr Parameter a_mean(double value) {
    return number<&RunConfig::start, &StartConfig::a_mean>(
        ParameterGroup::start, {"a_mean", "mean of a(0)", "The starting scores are drawn around this value."},
        {-1e6, 1e6}, value);
}
constexpr Parameter seed(double value) {
    return number<&RunConfig::start, &StartConfig::seed>(
        ParameterGroup::start, {"seed", "seed", "Seed of NumPy's legacy generator; the default is the paper's."},
        {0, kMaxSeed}, value);
}

// What is trained, and how.

inline constexpr Parameter kDynamics = choice<&RunConfig::dynamics>(
    ParameterGroup::training,
    {"dynamics", "dynamics",
     "Gradient descent in steps of lr, or gradient flow, its limit, by an adaptive integrator."});
inline constexpr Parameter kTrained = live(choice<&RunConfig::train>(
    ParameterGroup::training, {"train", "trained", "What the gradient moves: V and a, V alone or a alone."}));
inline constexpr Parameter kTiedTrained = live(choice_called<&RunConfig::train>(
    ParameterGroup::training, {"train", "trained", "What the gradient moves: U and a, U alone or a alone."},
    kTiedTrainNames));

// Gradient descent.

constexpr Parameter learning_rate(double value) {
    return only_when(kOfDescent,
                     live(logarithmic(number<&RunConfig::descent, &DescentConfig::lr>(
                         ParameterGroup::descent,
                         {"lr", "learning rate", "Step size of gradient descent; gradient flow is its limit at 0."},
                         {1e-12, 1e6}, value))));
}
constexpr Parameter step_count(double value) {
    return only_when(
        kOfDescent,
        live(logarithmic(number<&RunConfig::descent, &DescentConfig::steps>(
            ParameterGroup::descent,
            {"steps", "steps", "How many updates the run makes; raising it later carries the run on.", "updates"},
            {0, kMaxSteps}, value))));
}
inline constexpr Parameter kOptimiser = only_when(
    kOfDescent,
    live(choice<&RunConfig::descent, &DescentConfig::optimiser>(
        ParameterGroup::descent, {"optimiser", "optimiser", "Plain gradient descent, heavy-ball momentum or Adam."})));
inline constexpr Parameter kMomentum = only_when(
    kOfMoments, live(number<&RunConfig::descent, &DescentConfig::momentum>(
                    ParameterGroup::descent, {"momentum", "momentum", "Weight of past gradients (momentum, adam)."},
                    {0, 0.9999}, 0.9)));
inline constexpr Parameter kWeightDecay = only_when(
    kOfDescent,
    live(number<&RunConfig::descent, &DescentConfig::weight_decay>(
        ParameterGroup::descent,
        {"weight_decay", "weight decay", "Every update also shrinks what is trained by lr times this."}, {0, 1e3}, 0)));
inline constexpr Parameter kNoise =
    only_when(kOfDescent,
              live(number<&RunConfig::descent, &DescentConfig::noise>(
                  ParameterGroup::descent,
                  {"noise", "gradient noise", "Standard deviation of normal noise on every component of the gradient."},
                  {0, 1e6}, 0)));

// Gradient flow.

inline constexpr Parameter kTolerance = only_when(
    kOfFlow,
    live(logarithmic(number<&RunConfig::flow, &FlowConfig::tolerance>(
        ParameterGroup::flow, {"tol", "tolerance", "Local error allowed in each component, relative to 1 + its size."},
        {1e-14, 1e-1}, 1e-9))));
inline constexpr Parameter kUntil = only_when(
    kOfFlow,
    choice<&RunConfig::flow, &FlowConfig::until>(
        ParameterGroup::flow,
        {"until", "run until", "What the horizon counts: time t, its decimal logarithm, or the rescaled time tau."}));
/// The default is the time that the experiment's gradient descent reaches.
constexpr Parameter horizon(double value) {
    return only_when(kOfFlow, live(number<&RunConfig::flow, &FlowConfig::horizon>(
                                  ParameterGroup::flow,
                                  {"horizon", "horizon", "Where the flow stops; 300 with log10t means t = 1e300."},
                                  {-300, 1e308}, value)));
}

// What is recorded.

inline constexpr Parameter kSamples = logarithmic(number<&RunConfig::samples>(
    ParameterGroup::recording,
    {"samples", "samples", "How many moments the history aims to hold, spaced evenly in the logarithm of the step."},
    {2, 100000}, 200));
inline constexpr Parameter kSingularValues = choice<&RunConfig::singular_values>(
    ParameterGroup::recording,
    {"singular_values", "singular values", "Record the singular values of the value matrix at every sample."});

}  // namespace polarize::parameters
