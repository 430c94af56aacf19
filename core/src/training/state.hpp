#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <polarize/array.hpp>
#include <polarize/history.hpp>
#include "training/evaluation.hpp"

namespace polarize {

/// All that a training run needs to go on as if it had never stopped.
struct TrainingState {
    std::int64_t step = 0;
    std::int64_t evaluated_step = -1;
    std::vector<float> weights;  ///< in the order of the model's layout, and so the moments of AdamW
    std::vector<float> first_moment;
    std::vector<float> second_moment;
    double loss = std::numeric_limits<double>::quiet_NaN();  ///< not a number before the first evaluation
    History history;
    History evaluations;
    Arrays metrics;

    bool operator==(const TrainingState&) const = default;
};

/// The state of a run that is looked at where it lies: valid until the run goes on.
struct TrainingStateView {
    std::int64_t step;
    std::int64_t evaluated_step;
    std::span<const float> weights;  ///< as in TrainingState
    std::span<const float> first_moment;
    std::span<const float> second_moment;
    double loss;
    const History& history;
    const History& evaluations;
    const Arrays& metrics;
};

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
