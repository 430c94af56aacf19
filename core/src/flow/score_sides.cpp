#include "flow/score_sides.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/padding.hpp"

namespace polarize {

namespace {

double sign(double x) {
    if (x == 0) return 0;
    return x > 0 ? 1 : -1;
}

}  // namespace

ScoreSides::ScoreSides(ScoreSystem& system, ScoreMap map, std::span<const double> a)
    : system_(system),
      map_(map),
      at_(system.scores_at()),
      side_(padded(a.size()), 0.0),
      came_from_(a.size(), 0.0),
      alpha_(a.size()),
      pull_(a.size()),
      y_(system.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) side_[i] = sign(a[i]);
}

void ScoreSides::take_over(const ScoreSides& other) {
    for (std::size_t i = 0; i < came_from_.size(); ++i)
        if (side_[i] == 0) came_from_[i] = other.came_from_[i];
}

bool ScoreSides::has_crossed(const AlignedVector& y) const {
    for (std::size_t i = 0; i < came_from_.size(); ++i)
        if (side_[i] * y[at_ + i] < 0) return true;
    return false;
}

/// Readies rates() at `y`.
void ScoreSides::look(const AlignedVector& y) {
    system_.pulls(y, alpha_, pull_);
    mean_ = 0;
    for (std::size_t i = 0; i < alpha_.size(); ++i) {
        mean_ += alpha_[i] * pull_[i];
        largest_pull_ = std::max(largest_pull_, std::abs(pull_[i]));
    }
}

/// Under l1 the gradient is sign(a) (pull − mean)/norm; under softpick (pull − mean)/norm above 0 and mean/norm below.
/// What the integrator's tolerance leaves open counts as 0: at rest, where the pulls are small against those of the
/// start, it is nothing else than the error of the integration.
ScoreSides::Rates ScoreSides::rates(std::size_t i) const {
    constexpr double kRoundOff = 1e-14;
    constexpr double kSpread = 10;
    const double noise =
        tolerance_ * (1.0 + kSpread * largest_pull_) + kRoundOff * (std::abs(pull_[i]) + std::abs(mean_));
    const auto significant = [&](double rate) { return std::abs(rate) <= noise ? 0.0 : rate; };
    const double above = significant(pull_[i] - mean_);
    return {.above = above, .below = map_ == ScoreMap::l1 ? -above : significant(mean_)};
}

bool ScoreSides::is_released(std::size_t i) const {
    if (came_from_[i] == 0) return false;
    const auto [above, below] = rates(i);
    return above > 0 || below < 0;
}

bool ScoreSides::has_releases(const AlignedVector& y) {
    if (std::ranges::all_of(came_from_, [](double side) { return side == 0; })) return false;
    look(y);
    for (std::size_t i = 0; i < came_from_.size(); ++i)
        if (is_released(i)) return true;
    return false;
}

std::optional<double> ScoreSides::event(Integrator& integrator) {
    tolerance_ = integrator.tolerance();
    if (largest_pull_ == 0) look(integrator.state());
    const bool crosses = has_crossed(integrator.state());
    const bool releases = has_releases(integrator.state());
    if (!crosses && !releases) return std::nullopt;
    double low = integrator.previous_time();
    double high = integrator.time();
    const auto is_past = [&](double t) {
        integrator.interpolate(t, y_);
        return (crosses && has_crossed(y_)) || (releases && has_releases(y_));
    };
    // A release that was due from the start is a matter of round-off: the step stands, so that the flow gets on.
    if (is_past(low)) return high;
    for (double middle = low + 0.5 * (high - low); low < middle && middle < high; middle = low + 0.5 * (high - low))
        (is_past(middle) ? high : low) = middle;
    return high;
}

void ScoreSides::pass(Integrator& integrator, double time) {
    integrator.interpolate(time, y_);
    std::vector<std::size_t> come;
    for (std::size_t i = 0; i < came_from_.size(); ++i) {
        if (side_[i] * y_[at_ + i] >= 0) continue;
        y_[at_ + i] = 0;
        come.push_back(i);
    }
    look(y_);
    for (std::size_t i = 0; i < came_from_.size(); ++i) {
        if (!is_released(i)) continue;
        const auto [above, below] = rates(i);
        if (!(above > 0 && below < 0)) came_from_[i] = above > 0 ? 1.0 : -1.0;
        side_[i] = came_from_[i];
        came_from_[i] = 0;
    }
    for (const std::size_t i : come) {
        const auto [above, below] = rates(i);
        const double from = side_[i];
        const bool passes = from > 0 ? below < 0 : above > 0;
        side_[i] = passes ? -from : 0.0;
        came_from_[i] = passes ? 0.0 : from;
    }
    integrator.restart(y_, time);
}

}  // namespace polarize
