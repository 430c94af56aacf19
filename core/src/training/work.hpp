#pragma once

#include <cstddef>

#include <polarize/attention_model.hpp>

namespace polarize {

// What training of a model costs.

/// Multiply-adds of one update of a full batch, times two: forward, and twice that backward.
double training_work(const ModelConfig& config, std::size_t batch);

/// Sequences to evaluate in one go, so that their attention maps stay within some megabytes.
std::size_t evaluation_chunk(const ModelConfig& config, std::size_t sequences);

}  // namespace polarize
