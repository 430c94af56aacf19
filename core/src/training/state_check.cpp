#include "training/state_check.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/error.hpp>
#include <polarize/text.hpp>

namespace polarize {

namespace {

template <class Value>
std::vector<std::string_view> names_of(const std::map<std::string, Value, std::less<>>& named) {
    std::vector<std::string_view> names;
    names.reserve(named.size());
    for (const auto& [name, value] : named) names.emplace_back(name);
    return names;
}

template <class Numbers>
void check_finite(const std::string& field, const Numbers& numbers) {
    if (!std::ranges::all_of(numbers, [](auto x) { return std::isfinite(x); }))
        throw refused(field, "", "holds a number that is not finite", "finite numbers", ErrorCode::not_finite);
}

void check_steps(const TrainingState& state, std::int64_t last_step) {
    if (state.step < 0 || state.step > last_step)
        throw refused("state: step", state.step, "0 to " + std::to_string(last_step));
    // Only a run that has not begun has not been evaluated.
    const std::int64_t least = state.step == 0 ? -1 : 0;
    if (state.evaluated_step < least || state.evaluated_step > state.step)
        throw refused("state: evaluated_step", state.evaluated_step,
                      std::to_string(least) + " to " + std::to_string(state.step));
}

void check_metrics(const Arrays& metrics, const MetricShapes& shapes) {
    for (const auto& [name, shape] : shapes) {
        const std::string field = "state: metric " + quoted(name);
        const auto found = metrics.find(name);
        if (found == metrics.end())
            throw refused(field, "", "missing", "shape " + shape_text(shape), ErrorCode::missing);
        if (found->second.shape != shape || !fills_shape(found->second))
            throw refused(field, "", "has shape " + shape_text(found->second.shape), shape_text(shape),
                          ErrorCode::wrong_shape);
        check_finite(field, found->second.data);
    }
    for (const auto& [name, metric] : metrics)
        if (!shapes.contains(name)) throw unknown_name("state: metric", name, names_of(shapes));
}

using Widths = std::map<std::string, std::size_t, std::less<>>;

/// Complains unless `history` has rising steps from 0 to `last` and exactly one series for each of `widths`.
void check_history(const std::string& field, const History& history, std::int64_t last, const Widths& widths) {
    std::int64_t before = -1;
    for (const std::int64_t step : history.steps) {
        if (step <= before || step > last)
            throw refused(field + ": step", step, std::to_string(before + 1) + " to " + std::to_string(last));
        before = step;
    }
    for (const Series& series : history.series)
        if (!widths.contains(series.name)) throw unknown_name(field, series.name, names_of(widths));
    if (history.series.size() > widths.size())
        throw refused(field, "", "holds a series twice", "once", ErrorCode::conflict);
    // The first sample creates the series.
    if (history.samples() == 0 && history.series.empty()) return;
    for (const auto& [name, width] : widths) {
        const std::string named = field + " " + quoted(name);
        const Series* const series = history.find(name);
        if (series == nullptr) throw refused(named, "", "missing", "a series of every name", ErrorCode::missing);
        if (series->width != width || series->values.size() != history.samples() * width)
            throw refused(named, "",
                          "holds " + std::to_string(series->values.size()) + " numbers, " +
                              std::to_string(series->width) + " a step",
                          std::to_string(width) + " for each of " + std::to_string(history.samples()) + " steps",
                          ErrorCode::wrong_shape);
        check_finite(named, series->values);
    }
}

void check_evaluations(const TrainingState& state, const MetricShapes& shapes) {
    Widths widths;
    for (const auto& [name, shape] : shapes)
        widths[name] = std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
    check_history("state: evaluations", state.evaluations, state.evaluated_step, widths);
    const std::int64_t last = state.evaluations.steps.empty() ? -1 : state.evaluations.steps.back();
    if (last != state.evaluated_step)
        throw refused("state: evaluations", "", "end at step " + std::to_string(last),
                      std::to_string(state.evaluated_step) + ", the evaluated_step", ErrorCode::conflict);
}

}  // namespace

void check_state(const TrainingState& state, const StateFrame& frame) {
    for (const auto* const numbers : {&state.weights, &state.first_moment, &state.second_moment}) {
        if (numbers->size() != frame.parameters)
            throw refused("state", numbers->size(), "weights",
                          std::to_string(frame.parameters) + ", with their moments", ErrorCode::wrong_shape);
        check_finite("state: weights", *numbers);
    }
    if (std::ranges::any_of(state.second_moment, [](float square) { return square < 0; }))
        throw refused("state: second_moment", "", "holds a negative number", "means of squares");
    check_steps(state, frame.last_step);
    Widths losses;
    for (const std::string_view name : frame.losses) losses[std::string(name)] = 1;
    check_history("state: history", state.history, state.step - 1, losses);
    if (state.evaluated_step >= 0) {
        check_finite("state: loss", std::span(&state.loss, 1));
        check_metrics(state.metrics, frame.metrics);
    } else if (!state.metrics.empty()) {
        throw refused("state: metrics", state.metrics.size(), "before the first evaluation", "none",
                      ErrorCode::conflict);
    }
    check_evaluations(state, frame.metrics);
}

}  // namespace polarize
