#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

#include <polarize/enum_names.hpp>

namespace polarize {

/// The loss ℓ on the predictor beta = V alpha.
enum class Loss {
    logistic,       ///< log(1+exp(−z)), z = beta_starᵀ beta
    square,         ///< ½‖beta − beta_star‖²
    regression,     ///< ‖y − X beta‖² (no ½)
    kl,             ///< −Σ p_star log softmax(Vᵀ alpha); V is k×d: k tokens, d classes
    logistic_data,  ///< mean over the rows of X of log(1+exp(−y xᵀ beta)), y = ±1
};
template <>
inline constexpr auto kEnumNames<Loss> =
    names_up_to<Loss::logistic_data>({"logistic", "square", "regression", "kl", "logistic_data"});

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

/// What holds of a score map.
struct ScoreMapTraits {
    ScoreMap map;
    std::string_view name;
    bool is_ratio = false;       ///< numerator(a)/(Σ numerator(a) + ε)
    bool is_normalised = false;  ///< Σ alpha is 1 (up to ε)
    /// The weights depend on differences of scores alone: J(a) 1 = 0 and J(a)ᵀ 1 = 0, so that Σ a is conserved.
    bool is_shift_invariant = false;
    bool has_kink = false;          ///< not differentiable everywhere: scores may chatter around the place
    bool may_hold_at_zero = false;  ///< scores may be driven to 0 from both sides, and stay: the slope at 0 counts as 0
};
// Kernels read it: no function of the standard library comes between.
inline constexpr ScoreMapTraits kScoreMaps[]{
    // NOLINT(*-avoid-c-arrays)
    {.map = ScoreMap::softmax, .name = "softmax", .is_normalised = true, .is_shift_invariant = true},
    {.map = ScoreMap::l1,
     .name = "l1",
     .is_ratio = true,
     .is_normalised = true,
     .has_kink = true,
     .may_hold_at_zero = true},
    {.map = ScoreMap::sum, .name = "sum", .is_ratio = true, .is_normalised = true},
    {.map = ScoreMap::l2, .name = "l2", .is_ratio = true, .is_normalised = true},
    {.map = ScoreMap::relu_norm, .name = "relu_norm", .is_ratio = true, .is_normalised = true, .has_kink = true},
    {.map = ScoreMap::sigmoid, .name = "sigmoid"},
    {.map = ScoreMap::relu, .name = "relu", .has_kink = true},
    {.map = ScoreMap::identity, .name = "identity"},
    {.map = ScoreMap::softmax_plus_one, .name = "softmax_plus_one"},
    {.map = ScoreMap::softpick, .name = "softpick", .has_kink = true, .may_hold_at_zero = true},
    {.map = ScoreMap::sparsemax,
     .name = "sparsemax",
     .is_normalised = true,
     .is_shift_invariant = true,
     .has_kink = true},
    {.map = ScoreMap::entmax15, .name = "entmax15", .is_normalised = true, .is_shift_invariant = true},
};
inline constexpr std::size_t kScoreMapCount = std::size(kScoreMaps);
static_assert(
    [] {
        std::size_t number = 0;
        for (const ScoreMapTraits& row : kScoreMaps)
            if (static_cast<std::size_t>(row.map) != number++) return false;
        return number == static_cast<std::size_t>(ScoreMap::entmax15) + 1;
    }(),
    "one row for each score map, in the order of the enumerators");

constexpr const ScoreMapTraits& traits(ScoreMap map) { return kScoreMaps[static_cast<std::size_t>(map)]; }

template <>
inline constexpr auto kEnumNames<ScoreMap> = [] {
    std::array<std::string_view, kScoreMapCount> names{};
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kScoreMaps[i].name;
    return names;
}();

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
template <>
inline constexpr auto kEnumNames<Train> = names_up_to<Train::a_only>({"both", "V", "a"});

/// How a run moves: by updates of gradient descent, or by gradient flow, its limit for lr to 0.
enum class Dynamics { descent, flow };
template <>
inline constexpr auto kEnumNames<Dynamics> = names_up_to<Dynamics::flow>({"descent", "flow"});

/// What the horizon of a flow counts: time t, its decimal logarithm, or the rescaled time tau.
enum class Until { t, log10t, tau };
template <>
inline constexpr auto kEnumNames<Until> = names_up_to<Until::tau>({"t", "log10t", "tau"});

/// What makes an update of the rate of descent.
enum class OptimiserKind { gradient_descent, momentum, adam };
template <>
inline constexpr auto kEnumNames<OptimiserKind> = names_up_to<OptimiserKind::adam>({"gd", "momentum", "adam"});

/// ε of the score maps' denominators.
inline constexpr double kEpsilon = 1e-10;

}  // namespace polarize
