#pragma once

#include <string>
#include <string_view>

#include "run_record.hpp"

namespace polarize::native {

/// The bytes of a `.npz` file of the run: the arrays it started from under their own names (so that the file can start
/// the same run again), the arrays it ended with under NAME_final, alpha_final and u_final, singular_values unless the
/// matrix is large, the history as history_step, history_loss, … (samples, or samples × width), and `summary`, the JSON
/// object of everything else as bytes of UTF-8. Of a training run: the trained weights by PyTorch's names (so that the
/// file can start another run), metric_NAME, sample_tokens, sample_attention and their like, evaluations_step,
/// evaluations_NAME, and history and summary as above.
std::string npz_bytes(const RunRecord& record);
std::string npz_bytes(const TrainingRecord& record);

/// Whether `name` is that of an array in such a file which no run starts from.
bool is_result_name(std::string_view name);

}  // namespace polarize::native
