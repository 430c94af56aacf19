#pragma once

#include <polarize/params.hpp>

namespace polarize {

/// Samples that a run of `params` records at most.
double sample_count(const Params& params);

}  // namespace polarize
