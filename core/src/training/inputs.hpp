#pragma once

#include <polarize/training.hpp>
#include "nn/transformer.hpp"

namespace polarize {

// What a run is given in place of random draws, checked and taken; see also check_weights and check_order.

/// Writes `weights`, once checked, into `model`. Throws Error with nothing written.
void load_weights(Transformer<float>& model, const Arrays& weights);

/// Every tensor of the model by PyTorch's name.
Arrays weights_of(const Transformer<float>& model);

/// Checks given data and orders against `config`. Throws Error that names what does not fit.
void check_inputs(const TrainingConfig& config, const TrainingInputs& inputs);

}  // namespace polarize
