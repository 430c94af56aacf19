#pragma once

#include <cstddef>

#include <polarize/params.hpp>
#include <polarize/resources.hpp>

namespace polarize {

/// How a face runs a training and what it makes of it.
struct TrainingUse {
    std::size_t threads = 1;
    OutputCopies output{};
    /// Bytes that reading or writing files takes beyond the run, for each parameter of the model.
    double file_bytes_per_parameter = 0;
};

/// What the training that `params` describe takes. Throws Error where they do not fit together.
ResourceEstimate estimate_training(const Params& params, const TrainingUse& use);
void check_training_resources(const Params& params, const TrainingUse& use, double memory_limit);

}  // namespace polarize
