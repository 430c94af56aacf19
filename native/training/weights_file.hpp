#pragma once

#include <filesystem>

#include <polarize/array.hpp>
#include <polarize/training.hpp>
#include "system/output.hpp"

namespace polarize::native {

/// The tensors of a `.safetensors` or `.npz` file, told apart by their first bytes. What a checkpoint holds beside the
/// weights is left out. Where every name begins with what PyTorch's wrappers put before it, such as "module." or
/// "_orig_mod.", it is left out and standard error says so. Throws Error.
Arrays read_weights(const std::filesystem::path& path);

/// Writes the weights of `runner`'s model as a `.safetensors` file with PyTorch's names and layouts. Throws Error and
/// WriteError.
void write_weights(const Output& output, const TrainingRunner& runner);

}  // namespace polarize::native
