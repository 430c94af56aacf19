#pragma once

#include <cstddef>

namespace polarize {

/// Raw pointers into a block of independent logistic value-softmax flows, one flow to a SIMD lane, each reduced to u =
/// Vᵀ beta_star and a. Groups of 8 flows follow one another token by token: number j of flow 8g + i stands at ((j ·
/// groups) + g) · 8 + i of a state; numbers of which a flow has one stand at 8g + i. All aligned. A lane without a flow
/// has speeds of 0.
struct EnsembleView {
    static constexpr std::size_t kDescentGroups = 4;  ///< of a block for gradient descent

    std::size_t k;       ///< tokens
    std::size_t groups;  ///< 1 or kDescentGroups

    double* u;              ///< state
    double* a;              ///< state; for descent relative to the score of token 0
    double* alpha;          ///< state: scratch
    double* exponent;       ///< state: scratch of descent
    const double* V_speed;  ///< u' per alpha: ‖beta_star‖², times lr for descent; 0 where V is not trained
    const double* a_speed;  ///< a' per J(a)ᵀ u: 1, times lr for descent; 0 where a is not trained
};

/// What one look at the flows of a block yields, a number to each.
struct EnsembleLook {
    double* margin;     ///< z = ⟨u, alpha⟩
    double* max_alpha;  ///< the largest weight
    double* mass;       ///< S = Σ e^(a − m) with a shift m of the flow's own
    double* moment;     ///< M = ⟨a − m, alpha⟩: the entropy of alpha is log S − M
};

/// The integration of a block of one group in the rescaled time tau, each flow with a step of its own.
struct EnsembleSteps {
    const double* A;     ///< the tableau of an embedded pair, as in Tableau
    const double* E;     ///< stages + 1
    std::size_t stages;  ///< at most 7

    double* tau;              ///< reached
    const double* stop;       ///< where to hold
    double* step;             ///< to try next
    const double* tolerance;  ///< bound on a step's error in each number, relative to 1 + its size
    double* accepted;         ///< steps so far
    double* rates;            ///< (stages + 1) × 2k × 8: scratch, u' and a' of each stage
    double* trial;            ///< 2k × 8: scratch
};

}  // namespace polarize
