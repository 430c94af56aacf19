#pragma once

#include <string>

#include <polarize/claims.hpp>
#include <polarize/ensemble.hpp>
#include <polarize/phase_map.hpp>

namespace polarize::web {

/// Every claim of the theory: an array of `{id, claim, holds_for, measure}`.
std::string claims_json();

/// `{id, claim, experiment, run, relation, predicted, measured, tolerance, pass, broke_at: null | {step, time, log_t},
/// note}`; `measured` is null where the run ended before, `time` and `log_t` where there is no such clock.
std::string claim_result_json(const ClaimResult& result);

/// The members of what `polarize ensemble --format json` writes that the result holds.
std::string ensemble_json(const EnsembleResult& result);

/// `{x: {name, logarithmic, values}, y: …, measure, unit, points, finished, diverged, stuck, flow_steps}`: what there
/// is beside the values themselves; `unit` is that of time_to_polarise.
std::string map_json(const PhaseMapResult& result, std::string_view unit);

}  // namespace polarize::web
