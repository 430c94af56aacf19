#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "run_record.hpp"

namespace polarize::native {

/// The record of a training run without its histories. Names: experiment, status, params, seed, steps (done), loss (of
/// the last batch), evaluated_step, metrics (numbers; lists [layer][head] and [place in the residual stream]),
/// ms_per_step (median, without evaluations), wall_s, steps_per_s, threads, isa, version; diverged {step, quantity} of
/// a run that diverged.
nlohmann::ordered_json training_summary_json(const TrainingRecord& record);

/// The summary and the histories as one JSON object, an entry to a line: `history` with step and the losses of the
/// batches before their updates, `evaluations` with step and every metric, tables flattened.
std::string training_json_text(const TrainingRecord& record);

}  // namespace polarize::native
