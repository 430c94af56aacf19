#pragma once

#include "experiments/training_runner.hpp"

namespace polarize {

/// Throws Error that names the tensor which is missing, not one of the model's, of another shape or not finite.
void check_weights(const std::vector<TensorInfo>& layout, const Arrays& weights);

/// Writes `weights`, once checked, into `model`. Throws Error with nothing written.
void load_weights(Transformer<float>& model, const Arrays& weights);

/// Every tensor of the model by PyTorch's name.
Arrays weights_of(const Transformer<float>& model);

/// Checks given data and orders against the task and its sizes. Throws Error that names what does not fit.
void check_inputs(const Params& params, const Task& task, const TrainingInputs& inputs);

}  // namespace polarize
