#include "history_store.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "numeric/error.hpp"

namespace polarize::ui {

void HistoryStore::begin_run(std::int64_t number) {
    if (number == run_) return;
    run_ = number;
    stale_ = true;
}

void HistoryStore::append(const History& piece) {
    if (piece.steps.empty()) return;
    if (stale_ || empty()) {
        history_ = piece;
        stale_ = false;
        return;
    }
    const auto first = std::upper_bound(piece.steps.begin(), piece.steps.end(), history_.steps.back());
    const auto skipped = static_cast<std::size_t>(std::distance(piece.steps.begin(), first));
    for (const Series& held : history_.series) {
        const Series* more = piece.find(held.name);
        if (more == nullptr || more->width != held.width) {
            throw Error("history: series '" + held.name +
                        "' is missing or of another width in a later part of the run");
        }
    }
    history_.steps.insert(history_.steps.end(), first, piece.steps.end());
    for (Series& held : history_.series) {
        const std::vector<double>& more = piece.find(held.name)->values;
        held.values.insert(held.values.end(),
                           std::next(more.begin(), static_cast<std::ptrdiff_t>(skipped * held.width)), more.end());
    }
}

std::span<const double> HistoryStore::at(std::string_view name, std::size_t sample) const {
    const Series* series = history_.find(name);
    if (series == nullptr || sample >= samples()) return {};
    return std::span(series->values).subspan(sample * series->width, series->width);
}

std::size_t HistoryStore::nearest_sample(double step) const {
    const std::vector<std::int64_t>& steps = history_.steps;
    const auto above = std::lower_bound(steps.begin(), steps.end(), step, [](std::int64_t left, double right) {
        return static_cast<double>(left) < right;
    });
    if (above == steps.begin()) return 0;
    if (above == steps.end()) return steps.size() - 1;
    const auto index = static_cast<std::size_t>(std::distance(steps.begin(), above));
    const double low = std::log1p(static_cast<double>(steps[index - 1]));
    const double high = std::log1p(static_cast<double>(steps[index]));
    return std::log1p(step) - low < high - std::log1p(step) ? index - 1 : index;
}

}  // namespace polarize::ui
