#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <polarize/history.hpp>

namespace polarize {

/// The steps to record: 0, then the distinct whole parts of `samples` numbers spaced evenly in the logarithm from 1 to
/// `last`, and `last` itself.
std::vector<std::int64_t> sample_steps(std::int64_t last, std::int64_t samples);

/// The farthest horizon in tau: beyond it the losers' weights, about 2/(k tau²), are lost beside 1.
inline constexpr double kLargestTau = 1e7;

/// The first sample of a gradient flow after its start; decades below it are not of interest.
inline constexpr double kFirstFlowSample = 0.01;

/// Where a flow's sample number `number` lies in the variable of integration: evenly in the logarithm from about
/// kFirstFlowSample, `samples` of them over the five decades to 1000, which a rescaled run covers.
double flow_sample(std::int64_t number, std::int64_t samples);

/// Adds one sample's value of the series `name` (width: how many numbers), creating the series with the first sample.
void append(History& history, std::string_view name, const double* values, std::size_t width);

/// The samples of `history` from number `first` on.
History tail(const History& history, std::size_t first);

}  // namespace polarize
