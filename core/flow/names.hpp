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

/// The map σ from scores a to weights alpha; ε = 1e−10 in every denominator.
enum class ScoreMap {
    softmax,    ///< exp(a)/Σexp(a)
    l1,         ///< |a|/(Σ|a|+ε)
    sum,        ///< a/(Σa+ε)
    l2,         ///< a²/(Σa²+ε)
    relu_norm,  ///< max(a,0)/(Σmax(a,0)+ε)
    sigmoid,    ///< 1/(1+exp(−a)), elementwise
    relu,       ///< max(a,0), elementwise
    identity,   ///< a
};
inline constexpr std::array<std::string_view, 8> kScoreMapNames{"softmax",   "l1",      "sum",  "l2",
                                                                "relu_norm", "sigmoid", "relu", "identity"};

/// Which parameters gradient descent moves.
enum class Train { both, V_only, a_only };
inline constexpr std::array<std::string_view, 3> kTrainNames{"both", "V", "a"};

/// Σ alpha is 1 (up to ε) under these maps; the others are elementwise.
constexpr bool is_normalised(ScoreMap map) { return map <= ScoreMap::relu_norm; }

/// ε of the score maps' denominators.
inline constexpr double kEpsilon = 1e-10;

}  // namespace polarize
