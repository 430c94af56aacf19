#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <polarize/training.hpp>
#include "arrays/safetensors.hpp"
#include "system/output.hpp"

namespace polarize::native {

// A checkpoint is a `.safetensors` file: the weights by PyTorch's names, so that it loads as weights too, and tensors
// called "checkpoint.…" and metadata that hold the rest of a training run, with a checksum over all of it. Version 1,
// which had no checksum, can still be read.

/// Whether a tensor of that name belongs to a checkpoint beside the weights.
bool is_checkpoint_tensor(std::string_view name);

/// What the inputs of a run were, as a number: given data and orders. A run goes on with the same ones only.
std::string fingerprint(const TrainingInputs& inputs);

/// The weights of `runner`'s model by PyTorch's names, where they are.
std::vector<TensorView> weight_views(const TrainingRunner& runner);

/// Writes the state of `runner`, whose inputs had the fingerprint `inputs`: from where it is, without copies. Throws
/// Error and WriteError.
void write_checkpoint(const Output& output, const TrainingRunner& runner, const std::string& inputs);

/// What a checkpoint's file holds.
struct Checkpoint {
    Params params;
    Safetensors file;
};

/// Reads a checkpoint. Throws Error where it is none, is of another experiment than `experiment`, is damaged, or holds
/// more than there is memory for.
Checkpoint read_checkpoint(const std::filesystem::path& path, const Experiment& experiment);

/// The state of the checkpoint for `runner`, made of its parameters and of inputs with the fingerprint `inputs`. Throws
/// Error that names what does not fit.
TrainingState checkpoint_state(Safetensors file, const TrainingRunner& runner, const std::string& inputs);

/// Throws Error where `file` is a checkpoint and not what was written.
void check_undamaged(const Safetensors& file);

}  // namespace polarize::native
