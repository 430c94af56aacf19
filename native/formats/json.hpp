#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "run_record.hpp"

namespace polarize::native {

/// The record without its history. Names: experiment, status, params, seed, steps (done), time, loss, alpha, a, u,
/// entropy, max_alpha, winner (the first of those whose weight is the largest), metrics (with rank and singular_values,
/// largest first, unless the matrix is large), wall_s, steps_per_s, isa, version; tau, log_t, rhs_evals, accepted,
/// rejected of a gradient flow; diverged {step, quantity} of a run that diverged, stuck {step, reason}
/// of a flow that was given up. A number that is not finite is null.
nlohmann::ordered_json summary_json(const RunRecord& record);

/// The summary and the history as one JSON object, an entry to a line. `history` holds step and the series by name, one
/// number (or one list, for a series wider than 1) per sample. Numbers read back to the same bits, integers stand as
/// integers.
std::string json_text(const RunRecord& record);

/// What the summaries of all runs begin with: experiment, status, diverged or stuck, params, seed, steps.
nlohmann::ordered_json start_summary(const RunFacts& last, std::string_view status, const Params& params);

/// A history by name: step and the series, one number, or one list for a series wider than 1, per sample.
nlohmann::ordered_json history_json(const History& history);

/// `object` as text, an entry to a line.
std::string lines_of(const nlohmann::ordered_json& object);

}  // namespace polarize::native
