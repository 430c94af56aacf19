#pragma once

#include <string>

#include "ensemble_record.hpp"

namespace polarize::native {

/// The ensemble as one JSON object, an entry to a line: experiment, status, params, count, finished, diverged, stuck,
/// seed, winners {by_u_rank, by_a_rank, by_index, tied}, entropy {mean, sd, min, max, quantiles, histogram},
/// time_to_polarise {unit, threshold, polarised, mean, …}, bands {time, flows, max_alpha, entropy_normalised},
/// flow_steps, flow_steps_per_s, wall_s, threads, isa, version. What no flow defines is absent.
std::string ensemble_json(const EnsembleRecord& record);

}  // namespace polarize::native
