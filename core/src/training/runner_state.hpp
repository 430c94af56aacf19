#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <polarize/training.hpp>
#include "nn/transformer.hpp"
#include "tasks/batches.hpp"
#include "tasks/task.hpp"

namespace polarize {

/// What a training run is made of, and how one update and one evaluation change it.
struct TrainingRunner::State {
    State(Params its_params, TrainingInputs inputs);

    /// Takes parameters that may change while the run is under way.
    void take(const Params& changed);

    bool diverged() const { return diverged_step >= 0; }
    bool done() const { return diverged() || step >= config.last_step(); }
    bool is_stopped() const { return stop_requested && stop_requested(); }

    /// Whether the update counts: the run did not diverge. Throws Interrupted, with nothing changed.
    bool train_one();
    void record(const LossValue& value);
    /// The names of what is recorded of a batch.
    std::span<const std::string_view> losses() const;

    bool evaluation_is_due() const;
    /// Evaluates where that is due; nothing is changed where a stop request cuts it short.
    void evaluate_if_due();

    /// The weights after `step` updates give a loss that is not finite: goes back to those that were saved. The history
    /// keeps the losses on the way to it.
    void diverge();

    Params params;
    TrainingConfig config;
    std::unique_ptr<Task> task;
    Examples evaluation_examples;
    Batches batches;
    // Behind a pointer, so that looking at the model, which uses its working memory, is possible in const functions.
    std::unique_ptr<Transformer<float>> model;
    StopRequest stop_requested;

    std::int64_t step = 0;
    double loss = std::numeric_limits<double>::quiet_NaN();  // until the first evaluation
    History history;
    std::int64_t evaluated_step = -1;
    Arrays metrics;  // at evaluated_step
    History evaluations;
    std::vector<float> saved_weights;  // known to be finite, from the last evaluation
    std::int64_t saved_step = 0;
    double saved_loss = std::numeric_limits<double>::quiet_NaN();
    std::int64_t diverged_step = -1;
};

/// Whether every number of the metrics is finite.
bool all_finite(const Arrays& metrics);

/// The loss that `config` asks for.
LossSpec loss_spec_of(const TrainingConfig& config);

}  // namespace polarize
