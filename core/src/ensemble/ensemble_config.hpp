#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polarize/ensemble.hpp>
#include "catalogue/run_config.hpp"

namespace polarize {

/// What an ensemble computes: flows of one configuration that differ in their seeds alone.
struct EnsembleConfig {
    RunConfig run;
    std::uint64_t count = 1;
    PolarisationCriterion criterion{};
};

/// The ensemble that `params` and `settings` describe. Throws Error when no flow could run like that, or for a count or
/// a threshold out of its range.
EnsembleConfig ensemble_config(const Params& params, const EnsembleSettings& settings);

/// The configuration of flow number `flow` of an ensemble of `run`, whose seed is flow_seed(seed, flow).
RunConfig flow_config(const RunConfig& run, std::uint64_t flow);

/// What time counts in the run: "updates", or for gradient flow its variable of integration, "tau" or "t".
std::string_view time_unit(const RunConfig& run);

/// Throws Error when more than 2³² flows, or none, are asked for.
void check_flow_count(std::uint64_t count);

/// Throws Error unless the threshold of a PolarisationCriterion is above 0 and at most 1.
void check_threshold(double threshold);

}  // namespace polarize
