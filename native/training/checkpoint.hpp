#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "arrays/safetensors.hpp"
#include "system/output.hpp"
#include "training/runner.hpp"

namespace polarize::native {

// A checkpoint is a `.safetensors` file: the weights by PyTorch's names, so that it loads as weights too, and tensors
// called "checkpoint.…" and metadata that hold the rest of a training run.

/// Whether a tensor of that name belongs to a checkpoint beside the weights.
bool is_checkpoint_tensor(std::string_view name);

/// The tensors of `file` but for those of a checkpoint. Throws Error where one holds whole numbers.
Arrays weights_in(const Safetensors& file);

/// What the inputs of a run were, as a number: given data and orders. A run goes on with the same ones only.
std::string fingerprint(const TrainingInputs& inputs);

/// The checkpoint of `runner`, whose inputs had the fingerprint `inputs`.
Safetensors checkpoint_of(const TrainingRunner& runner, const std::string& inputs);

/// The parameters of the checkpoint. Throws Error where the file is no checkpoint, or of another experiment than
/// `experiment`.
Params checkpoint_params(const Safetensors& file, const Experiment& experiment);

/// The state of the checkpoint for `runner`, made of its parameters and of inputs with the fingerprint `inputs`. Throws
/// Error that names what does not fit.
TrainingState checkpoint_state(const Safetensors& file, const TrainingRunner& runner, const std::string& inputs);

/// Writes `file`. Throws Error and WriteError.
void write_checkpoint(const Output& output, const Safetensors& file);

/// Reads a checkpoint's file. Throws Error.
Safetensors read_checkpoint(const std::filesystem::path& path);

}  // namespace polarize::native
