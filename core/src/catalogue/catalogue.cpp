#include <polarize/catalogue.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <polarize/error.hpp>
#include <polarize/text.hpp>
#include "catalogue/flow_rows.hpp"

namespace polarize {

namespace {

using namespace parameters;

/// How every experiment trains; its flow ends by default at the time that its descent reaches.
constexpr std::array<Parameter, 11> training(const Parameter& trained, double lr, double steps) {
    return {kDynamics, trained,           learning_rate(lr), kOptimiser, kMomentum,          kWeightDecay,
            kNoise,    step_count(steps), kTolerance,        kUntil,     horizon(lr * steps)};
}

constexpr std::array kRecording{kSamples, kSingularValues};

constexpr auto kLogistic =
    joined(std::array{kScoreMap, kTemperature, kTokens, kFeatures, V_scale(0.1), a_scale(0), seed(123)},
           training(kTrained, 0.1, 1e6), kRecording);

constexpr auto normalisers(double lr, double steps) {
    return joined(std::array{kScoreMap, kTemperature, with_default(kTokens, 10), with_default(kFeatures, 10),
                             V_scale(0.1), a_mean(1), a_scale(0.1), seed(42)},
                  training(kTrained, lr, steps), kRecording);
}
constexpr auto kNormalisersSquare = normalisers(0.1, 5000);
constexpr auto kNormalisersLogistic = normalisers(0.5, 100000);

constexpr auto kTied =
    joined(std::array{kScoreMap, kTemperature,
                      size<&RunConfig::k>({"D", "dimension D", "Number of tokens and of features: U is D × D."}, 10),
                      a_mean(1), a_scale(0.1), seed(42)},
           training(kTiedTrained, 0.05, 10000), kRecording);

constexpr auto kConditioning = joined(
    std::array{
        logarithmic(number<&RunConfig::start, &StartConfig::kappa>(
            ParameterGroup::model,
            {"kappa", "condition number", "Ratio of the largest to the smallest singular value of X."}, {1, 1e12}, 5)),
        kScoreMap, kTemperature, with_default(kTokens, 20), with_default(kFeatures, 20),
        size<&RunConfig::n>({"n", "data rows n", "Number of rows of X."}, 20), V_scale(1e-5), a_scale(1e-3), seed(123)},
    training(kTrained, 1e-3, 300000), kRecording);

constexpr auto kKl = joined(
    std::array{kScoreMap, kTemperature, with_default(kTokens, 10),
               size<&RunConfig::d>(
                   {"d", "classes d", "Number of classes: every token's value is a vector of class logits."}, 10),
               start_scale<&StartConfig::p_scale>(
                   {"p_scale", "sharpness of p*", "The target is softmax(p_scale · uniform numbers)."}, 10),
               V_scale(0.1), a_scale(0), seed(123)},
    training(kTrained, 0.1, 1e7), kRecording);

constexpr std::array kDataLosses{enum_name(Loss::regression), enum_name(Loss::logistic_data)};
constexpr std::array kOfDataLosses{Condition{"loss", kDataLosses}};

constexpr auto kCustom = joined(
    std::array{
        choice<&RunConfig::loss>(ParameterGroup::model, {"loss", "loss", "What is minimised."}), kScoreMap,
        kTemperature, with_default(kTokens, 3),
        size<&RunConfig::d>({"d", "features d", "Dimension of the value vectors; for kl the number of classes."}, 3),
        only_when(kOfDataLosses, size<&RunConfig::n>({"n", "data rows n", "Number of rows of the data X."}, 20)),
        V_scale(0.1), a_mean(0), a_scale(0.1), seed(1)},
    training(kTrained, 0.1, 100000), kRecording);

constexpr std::array kExperiments{
    Experiment{.id = "logistic",
               .title = "Logistic loss",
               .summary = "Eight tokens start equal. The one whose value points most along the teacher takes all the "
                          "weight; the others "
                          "fade like 1/(log t)².",
               .setup = "seed; V = V_scale·randn(d, k); a = a_scale·randn(k); beta_star = randn(d)/norm",
               .figure = "softmax weights, scores and value projections under the logistic loss",
               .model = Model::value_softmax,
               .loss = Loss::logistic,
               .parameters = kLogistic},
    Experiment{
        .id = "normalisers-square",
        .title = "Score maps, square loss",
        .summary = "The same start under different maps from scores to weights. With the square loss learning stops at "
                   "the minimum, so "
                   "weights polarise only in part.",
        .setup = "seed; beta_star = randn(d)/norm; seed again; V = V_scale·randn(d, k); a = a_mean + a_scale·randn(k)",
        .figure = "normalisation functions compared, square loss",
        .model = Model::value_softmax,
        .loss = Loss::square,
        .draws = Draws::seed_again,
        .compares_maps = true,
        .parameters = kNormalisersSquare},
    Experiment{
        .id = "normalisers-logistic",
        .title = "Score maps, logistic loss",
        .summary = "The same start under different maps from scores to weights. Normalised maps pick one winner, the "
                   "elementwise sigmoid "
                   "and relu share the weight out.",
        .setup = "seed; beta_star = randn(d)/norm; seed again; V = V_scale·randn(d, k); a = a_mean + a_scale·randn(k)",
        .figure = "normalisation functions compared, logistic loss",
        .model = Model::value_softmax,
        .loss = Loss::logistic,
        .draws = Draws::seed_again,
        .compares_maps = true,
        .parameters = kNormalisersLogistic},
    Experiment{
        .id = "tied",
        .title = "Tied model, massive activation",
        .summary = "One matrix U makes both scores and values. The winner's column of U grows far beyond the others: a "
                   "massive "
                   "activation.",
        .setup =
            "seed; beta_star = randn(D)/norm; seed again; randn(D, D) used up; a = a_mean + a_scale·randn(D); U = I",
        .figure = "massive activations in the tied model",
        .model = Model::tied,
        .parameters = kTied},
    Experiment{.id = "conditioning",
               .title = "Regression and conditioning",
               .summary = "Least squares on data of condition number kappa. The worse the conditioning, the longer the "
                          "race and the more one "
                          "token takes.",
               .setup = "seed; V = V_scale·randn(d, k); a = a_scale·randn(k); X0 = randn(n, d); y = randn(n); X = X0 "
                        "with singular values "
                        "linspace(1, 1/kappa, min(n, d))",
               .figure = "polarisation against the condition number",
               .model = Model::value_softmax,
               .loss = Loss::regression,
               .draws = Draws::conditioned,
               .parameters = kConditioning},
    Experiment{.id = "kl",
               .title = "Cross-entropy to a target distribution",
               .summary = "Tokens vote on class probabilities p*. The loss falls to the entropy of p* and the weights "
                          "freeze near one-hot, "
                          "0.967 on the winner.",
               .setup = "seed; V = V_scale·randn(k, d); a = a_scale·randn(k); p_star = softmax(p_scale·rand(d))",
               .figure = "softmax weights under the Kullback–Leibler loss",
               .model = Model::value_softmax,
               .loss = Loss::kl,
               .parameters = kKl},
    Experiment{.id = "custom",
               .title = "Your own",
               .summary = "Choose loss, map, sizes and what is trained, or bring your own arrays. With three tokens "
                          "the whole flow can be drawn "
                          "on a triangle.",
               .setup =
                   "seed; V = V_scale·randn(d, k) (kl: k, d); a = a_mean + a_scale·randn(k); then, as the loss needs: "
                   "beta_star = randn(d)/norm; X = randn(n, d); y = randn(n) (logistic_data: its signs); p_star = "
                   "softmax(10·rand(d))",
               .figure = "",
               .model = Model::value_softmax,
               .parameters = kCustom},
};

}  // namespace

std::string_view name(Model model) {
    constexpr std::array<std::string_view, 3> names{"value_softmax", "tied", "attention"};
    return names.at(static_cast<std::size_t>(model));
}

const Parameter* Experiment::find(std::string_view name) const {
    for (const Parameter& parameter : parameters)
        if (parameter.name == name) return &parameter;
    return nullptr;
}

const Parameter* Experiment::find(const Binding& binding) const {
    for (const Parameter& parameter : parameters)
        if (parameter.binding == binding) return &parameter;
    return nullptr;
}

std::span<const Experiment> catalogue() { return kExperiments; }

const Experiment& find_experiment(std::string_view id) {
    std::vector<const Experiment*> flows;
    flows.reserve(kExperiments.size());
    for (const Experiment& experiment : kExperiments) flows.push_back(&experiment);
    return find_experiment(id, flows);
}

const Experiment& find_experiment(std::string_view id, std::span<const Experiment* const> experiments) {
    std::vector<std::string_view> ids;
    ids.reserve(experiments.size());
    for (const Experiment* const experiment : experiments) {
        if (experiment->id == id) return *experiment;
        ids.push_back(experiment->id);
    }
    throw unknown_name("experiment", id, ids);
}

}  // namespace polarize
