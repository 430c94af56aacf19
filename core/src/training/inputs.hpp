#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "training/runner.hpp"

namespace polarize {

/// Throws Error that names the tensor which is missing, not one of the model's, of another shape or not of numbers that
/// weights can be.
void check_weights(const std::vector<TensorInfo>& layout, const Arrays& weights);

/// Writes `weights`, once checked, into `model`. Throws Error with nothing written.
void load_weights(Transformer<float>& model, const Arrays& weights);

/// Every tensor of the model by PyTorch's name.
Arrays weights_of(const Transformer<float>& model);

/// Throws Error, naming `field`, where a number is not finite or too large for the 32 bits that weights have.
void check_floats(const std::string& field, std::span<const double> values);

/// Throws Error where `order` does not hold each number below `sequences` once.
void check_order(const std::vector<std::int32_t>& order, std::size_t sequences);

/// Checks given data and orders against the task and its sizes. Throws Error that names what does not fit.
void check_inputs(const Params& params, const Task& task, const TrainingInputs& inputs);

}  // namespace polarize
