#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polarize/array.hpp>
#include <polarize/history.hpp>
#include <polarize/run_facts.hpp>

namespace polarize {

/// The clock and the work of a gradient flow.
struct FlowClock {
    double tau = 0;    ///< rescaled time of the logistic value-softmax flow; t for the other flows
    double log_t = 0;  ///< natural logarithm of t, which itself overflows near 709; −∞ at the start
    std::int64_t rhs_evals = 0;
    std::int64_t accepted = 0;
    std::int64_t rejected = 0;

    bool operator==(const FlowClock&) const = default;
};

/// An immutable picture of a run of a flow: all that a face ever sees of it.
struct Snapshot : RunFacts {
    double time = 0;                ///< gradient-flow time, Σ lr over the updates done
    std::optional<FlowClock> flow;  ///< for gradient flow only
    double loss = 0;
    double entropy = 0;  ///< of alpha, nats; of |alpha|/Σ|alpha| where a map does not give probabilities
    double max_alpha = 0;
    std::int64_t winner = 0;    ///< index of the largest alpha
    std::vector<double> alpha;  ///< (k)
    std::vector<double> a;      ///< (k)
    std::vector<double> u;      ///< (k), Vᵀ beta_star; for losses without a teacher see teacher_direction
    std::vector<std::pair<std::string, double>> metrics;  ///< further numbers of this moment, by name
    Arrays arrays;  ///< the start (V, a, beta_star, X, y, p_star, U) and the present (V_final, a_final, U_final)
    /// Everything recorded so far, at logarithmically spaced steps: loss, alpha, a, u, grad_V, grad_a, margin,
    /// alignment, beta_norm, entropy, max_alpha; kl adds kl_divergence, the tied model top_column_norm and
    /// other_column_norm; with `singular_values` on also singular_values; flows add time, tau and log_t.
    History history;
};

}  // namespace polarize
