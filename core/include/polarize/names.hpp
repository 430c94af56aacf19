#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace polarize {

/// The loss ℓ on the predictor beta = V alpha.
enum class Loss {
    logistic,       ///< log(1+exp(−z)), z = beta_starᵀ beta
    square,         ///< ½‖beta − beta_star‖²
    regression,     ///< ‖y − X beta‖² (no ½)
    kl,             ///< −Σ p_star log softmax(Vᵀ alpha); V is k×d: k tokens, d classes
    logistic_data,  ///< mean over the rows of X of log(1+exp(−y xᵀ beta)), y = ±1
};
inline constexpr std::array<std::string_view, 5> kLossNames{"logistic", "square", "regression", "kl", "logistic_data"};

/// The map σ from scores a to weights alpha; ε = 1e−10.
enum class ScoreMap {
    softmax,           ///< exp(a)/Σexp(a)
    l1,                ///< |a|/(Σ|a|+ε)
    sum,               ///< a/(Σa+ε)
    l2,                ///< a²/(Σa²+ε)
    relu_norm,         ///< max(a,0)/(Σmax(a,0)+ε)
    sigmoid,           ///< 1/(1+exp(−a)), elementwise
    relu,              ///< max(a,0), elementwise
    identity,          ///< a
    softmax_plus_one,  ///< exp(a)/(1+Σexp(a)): softmax with one more token of score 0 and value 0
    softpick,          ///< max(exp(a)−1,0)/(Σ|exp(a)−1|+ε)
    sparsemax,         ///< max(a−θ,0), θ such that the weights sum to 1: the nearest point of the simplex
    entmax15,          ///< max(a/2−θ,0)², θ such that the weights sum to 1: between softmax and sparsemax
};
inline constexpr std::array<std::string_view, 12> kScoreMapNames{
    "softmax",          "l1",       "sum",       "l2",      "relu_norm", "sigmoid", "relu", "identity",
    "softmax_plus_one", "softpick", "sparsemax", "entmax15"};

/// A score map and its temperature: softmax is of a/temperature, the other maps have none.
struct Weighting {
    ScoreMap map = ScoreMap::softmax;
    double temperature = 1;

    constexpr Weighting() = default;
    /// Of temperature 1.
    constexpr Weighting(ScoreMap of_one) : map(of_one) {}  // NOLINT(google-explicit-constructor): a map is a weighting
    constexpr Weighting(ScoreMap any, double heat) : map(any), temperature(any == ScoreMap::softmax ? heat : 1.0) {}

    constexpr bool operator==(const Weighting&) const = default;
};

/// Which parameters gradient descent moves.
enum class Train { both, V_only, a_only };
inline constexpr std::array<std::string_view, 3> kTrainNames{"both", "V", "a"};

/// Maps that are numerator(a)/(Σ numerator(a) + ε).
constexpr bool is_ratio(ScoreMap map) {
    return map == ScoreMap::l1 || map == ScoreMap::sum || map == ScoreMap::l2 || map == ScoreMap::relu_norm;
}

/// Σ alpha is 1 (up to ε) under these maps.
constexpr bool is_normalised(ScoreMap map) {
    return map == ScoreMap::softmax || is_ratio(map) || map == ScoreMap::sparsemax || map == ScoreMap::entmax15;
}

/// Maps whose weights depend on differences of scores alone: J(a) 1 = 0 and J(a)ᵀ 1 = 0, so that Σ a is conserved.
constexpr bool is_shift_invariant(ScoreMap map) {
    return map == ScoreMap::softmax || map == ScoreMap::sparsemax || map == ScoreMap::entmax15;
}

/// Maps that are not differentiable everywhere. Scores may chatter around the place.
constexpr bool has_kink(ScoreMap map) {
    return map == ScoreMap::l1 || map == ScoreMap::relu_norm || map == ScoreMap::relu || map == ScoreMap::softpick ||
           map == ScoreMap::sparsemax;
}

/// Maps whose scores may be driven to 0 from both sides, and stay there: their slope at 0 is taken as 0.
constexpr bool may_hold_at_zero(ScoreMap map) { return map == ScoreMap::l1 || map == ScoreMap::softpick; }

/// ε of the score maps' denominators.
inline constexpr double kEpsilon = 1e-10;

}  // namespace polarize
