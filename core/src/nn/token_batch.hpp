#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polarize/attention_model.hpp>

namespace polarize {

/// Which cross-entropies make up the loss of a batch: CE(position) + auxiliary · CE(mean over all other positions),
/// each the mean over the batch.
struct LossSpec {
    std::size_t position = 0;
    double auxiliary = 0;
};

/// Sequences and what is to be predicted.
struct TokenBatch {
    std::span<const std::int32_t> tokens;  ///< [sample][position], each below the vocabulary
    /// [sample][position], or, where the loss has no auxiliary part, [sample]; each below the number of outputs.
    std::span<const std::int32_t> targets;
};

/// A loss in its parts; all are not-a-number or infinite where training has diverged.
struct LossValue {
    double total = 0;
    double at_position = 0;  ///< CE at LossSpec::position
    double others = 0;       ///< mean CE of the other positions; 0 where the loss does not read them
};

/// Throws Error where tokens do not make whole sequences of the model's length or one is not in its vocabulary.
void check_tokens(const ModelConfig& config, std::span<const std::int32_t> tokens);

/// Throws Error where a model of `config` cannot train on `data`, of at most `max_samples` sequences, by this loss.
void check_batch(const ModelConfig& config, std::size_t max_samples, const TokenBatch& data, const LossSpec& loss);

}  // namespace polarize
