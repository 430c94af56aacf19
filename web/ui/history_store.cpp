#include "history_store.hpp"

#include <iterator>

#include <polarize/error.hpp>

namespace polarize::ui {

namespace {

/// When a sample was taken, on a scale that only grows.
double time_of(const History& history, std::size_t sample) {
    const Series* tau = history.find("tau");
    return tau == nullptr ? static_cast<double>(history.steps[sample]) : tau->values[sample];
}

double latest_time(const History& history) { return time_of(history, history.samples() - 1); }

/// How many samples of `piece` were taken no later than `time`.
std::size_t samples_until(const History& piece, double time) {
    std::size_t count = 0;
    while (count < piece.samples() && time_of(piece, count) <= time) ++count;
    return count;
}

}  // namespace

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
    const std::size_t skipped = samples_until(piece, latest_time(history_));
    for (const Series& held : history_.series) {
        const Series* more = piece.find(held.name);
        if (more == nullptr || more->width != held.width) {
            throw Error("history: series '" + held.name +
                        "' is missing or of another width in a later part of the run");
        }
    }
    history_.steps.insert(history_.steps.end(), std::next(piece.steps.begin(), static_cast<std::ptrdiff_t>(skipped)),
                          piece.steps.end());
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

}  // namespace polarize::ui
