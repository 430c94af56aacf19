#pragma once

#include <span>

namespace polarize {

/// Sums over a row of weights w.
struct RowSums {
    double total = 0;         ///< Σ w
    double absolute = 0;      ///< Σ |w|
    double largest = 0;       ///< max w
    double largest_size = 0;  ///< max |w|
};
RowSums row_sums(std::span<const float> row);

/// Σ over the weights p = |w| / Σ|w| of −p log p, in nats; 0 where all weights are 0.
double row_entropy(std::span<const float> row);

/// numerator / denominator, and 0 where the denominator is 0: a row without weight has no share to give.
double share(double numerator, double denominator);

}  // namespace polarize
