#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <polarize/params.hpp>

namespace polarize {

/// Number of tokens.
std::size_t token_count(const Params& params);

/// Whether the run is gradient flow and not descent.
bool is_gradient_flow(const Params& params);

/// What time counts in the run: "updates", or for gradient flow its variable of integration, "tau" or "t".
std::string_view time_unit(const Params& params);

/// Whether SIMD lanes can carry the run: the logistic loss with softmax, by plain gradient descent or by gradient flow
/// until a rescaled time tau that flows may have.
bool fits_lanes(const Params& params);

/// How many runs of these parameters go side by side in the lanes of one block, in the time of one; 1 where lanes
/// cannot carry them.
std::size_t flows_abreast(const Params& params);

/// When a run that fits lanes ends.
double end_time(const Params& params);

/// The times that a run that fits lanes records, the start and the end included.
std::vector<double> recorded_times(const Params& params);

/// The parameters of flow number `flow` of an ensemble with these, whose seed is flow_seed(seed, flow).
Params flow_params(const Params& params, std::uint64_t flow);

/// Throws Error when more than 2³² flows, or none, are asked for.
void check_flow_count(std::uint64_t count);

/// Throws Error unless the threshold of a PolarisationCriterion is above 0 and at most 1.
void check_threshold(double threshold);

}  // namespace polarize
