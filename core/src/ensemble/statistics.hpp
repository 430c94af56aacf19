#pragma once

#include <cstdint>
#include <vector>

#include <polarize/ensemble.hpp>

namespace polarize {

/// The distribution of `values`, summed in their order.
Distribution distribution_of(std::vector<double> values);

/// How many of `values` fall into each of `bins` equal bins from 0 to `top`; those at the top or beyond into the last.
std::vector<std::int64_t> histogram_of(const std::vector<double>& values, double top, std::size_t bins);

}  // namespace polarize
