#include "clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace polarize::ui {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double log10_or_start(double value) { return value > 0 ? std::log10(value) : -infinity; }

std::vector<double> numbers_of(const Series* series) {
    return series == nullptr ? std::vector<double>{} : series->values;
}

/// Whether the flow was integrated in a time of its own rather than in t.
bool is_rescaled(const History& history) {
    const std::vector<double> tau = numbers_of(history.find("tau"));
    const std::vector<double> time = numbers_of(history.find("time"));
    return !tau.empty() && tau.size() == time.size() &&
           std::abs(tau.back() - time.back()) > 1e-6 * std::abs(time.back());
}

/// Fills in the axis's ends from the positions and the present.
void span_samples(Clock& clock, double progress) {
    const auto first =
        std::find_if(clock.positions.begin(), clock.positions.end(), [](double x) { return std::isfinite(x); });
    if (first == clock.positions.end()) return;
    clock.low = *first;
    clock.now = clock.positions.back();
    clock.high = clock.now;
    if (clock.logarithmic && progress > 0 && progress < 1) clock.high = clock.low + (clock.now - clock.low) / progress;
    if (!(clock.high > clock.low)) clock.high = clock.low + 1;
}

Clock updates_clock(const ViewState& state, bool logarithmic) {
    Clock clock{ClockKind::updates, logarithmic, {}, 0, logarithmic ? 6.0 : 1.0, 0};
    for (const std::int64_t step : state.store.history().steps) {
        const auto value = static_cast<double>(step);
        clock.positions.push_back(logarithmic ? log10_or_start(value) : value);
    }
    if (!state.latest) return clock;
    const auto now = static_cast<double>(state.latest->step);
    const double last = std::max(now, static_cast<double>(state.latest->last_step));
    clock.now = logarithmic ? std::max(log10_or_start(now), 0.0) : now;
    clock.high = logarithmic ? std::max(log10_or_start(last), 1.0) : std::max(now, 1.0);
    return clock;
}

Clock flow_clock(const History& history, double progress, ClockKind kind, bool logarithmic) {
    Clock clock{kind, logarithmic, {}, 0, 1, 0};
    if (kind == ClockKind::time && logarithmic) {
        clock.positions = numbers_of(history.find("log_t"));
        for (double& position : clock.positions) position /= std::numbers::ln10;
    } else {
        clock.positions = numbers_of(history.find(kind == ClockKind::time ? "time" : "tau"));
        if (logarithmic)
            std::transform(clock.positions.begin(), clock.positions.end(), clock.positions.begin(), log10_or_start);
    }
    clock.positions.resize(history.samples(), -infinity);
    span_samples(clock, progress);
    return clock;
}

}  // namespace

std::size_t Clock::nearest(double position) const {
    const auto above = std::lower_bound(positions.begin(), positions.end(), position);
    if (above == positions.begin()) return 0;
    if (above == positions.end()) return positions.size() - 1;
    const auto index = static_cast<std::size_t>(above - positions.begin());
    return position - positions[index - 1] < positions[index] - position ? index - 1 : index;
}

Clock plot_clock(const ViewState& state) {
    const AxisScale scale = state.choices.axis;
    const bool logarithmic = scale != AxisScale::linear;
    if (!state.latest || !state.latest->flow) return updates_clock(state, logarithmic);
    const bool rescaled = scale != AxisScale::logarithmic && is_rescaled(state.store.history());
    const ClockKind kind = rescaled ? ClockKind::rescaled_time : ClockKind::time;
    return flow_clock(state.store.history(), state.latest->progress, kind, logarithmic);
}

Clock timeline_clock(const ViewState& state) {
    if (!state.latest || !state.latest->flow) return updates_clock(state, true);
    return flow_clock(state.store.history(), state.latest->progress, ClockKind::time, true);
}

}  // namespace polarize::ui
