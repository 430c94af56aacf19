#pragma once

#include <span>
#include <string>

#include <polarize/claims.hpp>

namespace polarize::native {

/// A JSON array with an object for each result, a result to a line: claim (the sentence), id, experiment, run, relation
/// ("=", "<=" or ">="), predicted, measured (null where there was nothing to measure), tolerance, pass; broke_at {step}
/// of a descent or {step, time, log_t} of a flow, for a claim about a whole run that failed; note, where there is one.
std::string claims_json(std::span<const ClaimResult> results);

}  // namespace polarize::native
