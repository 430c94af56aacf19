#pragma once

#include <cstdint>
#include <memory>

#include <polarize/params.hpp>
#include "nn/adamw.hpp"
#include "nn/model_config.hpp"
#include "nn/transformer.hpp"
#include "tasks/batches.hpp"
#include "tasks/task.hpp"

namespace polarize {

// What the parameters of an experiment of the training catalogue mean.

/// The task. Throws Error where its sizes do not fit together.
std::unique_ptr<Task> task_of(const Params& params);

/// The model for that task. Throws Error where its sizes do not fit together.
ModelConfig model_config_of(const Params& params, const Task& task);

BatchSettings batch_settings_of(const Params& params);
LossSpec loss_spec_of(const Params& params, const Task& task);
AdamW adamw_of(const Params& params);

/// Updates of the whole run: those of all epochs, or fewer where `steps` says so.
std::int64_t last_step_of(const Params& params);

/// Updates between two evaluations.
std::int64_t evaluation_interval_of(const Params& params);

/// Bytes that a run of these parameters will hold: model, the weights of the last evaluation, data, what evaluations
/// need and histories. Throws Error where the parameters do not fit together.
double training_memory(const Params& params, std::size_t threads);

/// Multiply-adds of one update of a full batch, times two: forward, and twice that backward.
double training_work(const ModelConfig& config, std::size_t batch);

/// Sequences to evaluate in one go, so that their attention maps stay within some megabytes.
std::size_t evaluation_chunk(const ModelConfig& config, std::size_t sequences);

}  // namespace polarize
