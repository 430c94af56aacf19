#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <polarize/training.hpp>
#include "training/evaluation.hpp"

namespace polarize {

/// What a state has to fit: the run that is to go on from it.
struct StateFrame {
    std::size_t parameters = 0;
    std::int64_t last_step = 0;
    std::span<const std::string_view> losses;  ///< what is recorded of a batch
    MetricShapes metrics;                      ///< of an evaluation
};

/// Throws Error, naming the field, unless a run of `frame` could have left `state`: as many weights, steps in range,
/// exactly the metrics of `frame` in their shapes, histories of exactly those metrics and losses, finite numbers.
void check_state(const TrainingState& state, const StateFrame& frame);

}  // namespace polarize
