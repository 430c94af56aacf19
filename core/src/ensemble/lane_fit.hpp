#pragma once

#include <cstddef>
#include <vector>

#include "catalogue/run_config.hpp"

namespace polarize {

/// Whether SIMD lanes can carry the run: the logistic loss with softmax, by plain gradient descent or by gradient flow
/// until a rescaled time tau that flows may have.
bool fits_lanes(const RunConfig& run);

/// How many such runs go side by side in the lanes of one block, in the time of one; 1 where lanes cannot carry them.
std::size_t flows_abreast(const RunConfig& run);

/// When a run that fits lanes ends.
double end_time(const RunConfig& run);

/// The times that a run that fits lanes records, the start and the end included.
std::vector<double> recorded_times(const RunConfig& run);

}  // namespace polarize
