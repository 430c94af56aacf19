#pragma once

#include <cstdint>

#include <polarize/array.hpp>
#include <polarize/history.hpp>
#include <polarize/run_facts.hpp>

namespace polarize {

/// An immutable picture of an attention model in training: all that a face sees of it, but for the answers to questions
/// about sequences. Metrics by name: a number has no axes, a table of heads has (layers, heads), one along the residual
/// stream (layers + 1); <polarize/training.hpp> lists them.
struct TrainingSnapshot : RunFacts {
    double loss = 0;  ///< of the last batch before its update; not a number before the first evaluation
    std::int64_t steps_per_epoch = 0;
    std::int64_t evaluated_step = -1;  ///< what the metrics are of; −1 before the first evaluation
    Arrays metrics;
    /// Of some evaluation sequences: "tokens" (count, T), "targets" (count, T or 1), "logits" (count, T, outputs) and
    /// "attention" (count, layers, heads, T, T); empty where none were asked for.
    Arrays samples;
    Arrays weights;  ///< every tensor of the model by PyTorch's name; empty where they were not asked for
    /// The loss of the recorded batches before their updates: loss, and where other positions have targets last_loss
    /// and others_loss.
    History history;
    History evaluations;  ///< every metric at every evaluation
};

/// What a snapshot of a training run should carry beyond the numbers of the moment.
struct TrainingSnapshotRequest {
    std::size_t first_sample = 0;      ///< history from this sample on
    std::size_t first_evaluation = 0;  ///< evaluations from this one on
    std::size_t samples = 0;           ///< evaluation sequences whose attention maps to show
    bool weights = false;              ///< copy the weights
    /// Add the metrics that changed sequences give, unless the weights give none that are finite; takes as long as
    /// evaluations.
    bool interventions = false;
};

}  // namespace polarize
