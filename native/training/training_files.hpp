#pragma once

#include <filesystem>

#include <polarize/training.hpp>

namespace polarize::native {

// What a training run reads from files.

/// Reads a data set into `inputs`, for the task of `params`, and its size into `params`: a `.npz` file with "ids"
/// (count, tokens) and for classification "labels" (count), where wanted also "eval_ids" and "eval_labels", or a `.npy`
/// file of the ids alone. Sequences of induction hold the token to predict, too. Throws Error that names file and array
/// where something is missing, would not be read, or has numbers or a shape that the task does not have.
void read_data(const std::filesystem::path& path, Params& params, TrainingInputs& inputs);

/// The orders of the first epochs from a `.npy` file of (epochs, sequences) or (sequences) numbers; how many sequences
/// there are, `params` say. Throws Error that names the file.
EpochOrders read_orders(const std::filesystem::path& path, const Params& params);

}  // namespace polarize::native
