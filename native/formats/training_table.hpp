#pragma once

#include <string>

#include "run_record.hpp"

namespace polarize::native {

/// A short summary of a training run for people: what ran, how well the model predicts, what every head does, how far
/// activations stand out, and how loss and accuracy went over a few evaluations.
std::string training_table_text(const TrainingRecord& record);

}  // namespace polarize::native
