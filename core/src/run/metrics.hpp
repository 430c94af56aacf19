#pragma once

#include <vector>

#include <polarize/snapshot.hpp>
#include "flow/model.hpp"

namespace polarize {

/// Adds one look to the series of `history`, in this order: loss, alpha, a, u, grad_V, grad_a, margin, alignment,
/// beta_norm, entropy, max_alpha, and the model's own numbers.
void append_look(History& history, const Look& look);

/// Fills entropy, max_alpha, winner and metrics of `snapshot`. Metrics: entropy_normalised (by log k), runner_up
/// (second largest weight), polarisation (log of largest over second, left out where it is not finite), alpha_sum,
/// a_sum, grad_V, grad_a, margin, alignment, beta_norm and the model's own numbers.
void describe(const Look& look, Snapshot& snapshot);

/// How many singular values (largest first) exceed 1e−10 of the largest.
double numerical_rank(const std::vector<double>& singular_values);

}  // namespace polarize
