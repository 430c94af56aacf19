#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polarize/snapshot.hpp>

namespace polarize::ui {

/// A piece of a descent's history with alpha of two tokens and the loss at `steps`.
inline History descent_history(const std::vector<std::int64_t>& steps) {
    History history{steps, {{"alpha", 2, {}}, {"loss", 1, {}}}};
    for (const std::int64_t step : steps) {
        const auto value = static_cast<double>(step);
        history.series[0].values.insert(history.series[0].values.end(), {value, -value});
        history.series[1].values.push_back(value + 0.5);
    }
    return history;
}

/// A snapshot of a descent of `last_step` updates, with that history.
inline Snapshot descent_snapshot(const std::vector<std::int64_t>& steps, std::int64_t last_step) {
    Snapshot snapshot;
    snapshot.step = steps.back();
    snapshot.last_step = last_step;
    snapshot.alpha = {0.75, 0.25};
    snapshot.history = descent_history(steps);
    return snapshot;
}

}  // namespace polarize::ui
