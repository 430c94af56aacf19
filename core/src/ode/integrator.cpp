#include "ode/integrator.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/text.hpp>

namespace polarize {

namespace {

// PI control (Gustafsson): the next step is h · 0.9 · error^(−0.7/q) · previous error^(0.4/q), within these factors.
constexpr double kSafety = 0.9;
constexpr double kShrinkMost = 0.2;
constexpr double kGrowMost = 10.0;

// An explicit step is bound by stability when h ρ, ρ the local Lipschitz constant, stays near the edge of the method's
// stability region; so many such steps make the stretch stiff, unless a calm spell of others comes between (Hairer,
// Wanner II, IV.2).
constexpr double kStabilityEdge5 = 3.25;
constexpr double kStabilityEdge8 = 6.1;
constexpr int kStiffVotes = 15;
constexpr int kCalmSpell = 6;

AlignedVector error_floors(const System& system) {
    AlignedVector floors(system.size());
    for (std::size_t i = 0; i < floors.size(); ++i) floors[i] = system.error_floor(i);
    return floors;
}

}  // namespace

Integrator::Integrator(System& system, AlignedVector y, double t, const StepControl& control,
                       const Arithmetic& arithmetic)
    : system_(system),
      control_(control),
      arithmetic_(arithmetic),
      tableau_(tableau(control.method)),
      time_(t),
      previous_time_(t),
      y_(std::move(y)),
      previous_y_(y_),
      trial_(y_.size()),
      scratch_(y_.size()),
      zero_(y_.size()),
      k_(tableau_.dense_stages, AlignedVector(y_.size())),
      error_floors_(error_floors(system)),
      radau_(error_floors_) {
    if (!(control_.tolerance >= 1e-14 && control_.tolerance <= 1e-1))
        throw Error("tol: " + number_text(control_.tolerance) + " is out of range; allowed: 1e-14 to 0.1");
    if (tableau_.error_order == 0 && !(control_.fixed_step > 0))
        throw Error("step: " + number_text(control_.fixed_step) + " is out of range; allowed: above 0");
    system_.derivative(y_.data(), k_[0].data());
    counts_.rhs_evals = 1;
    h_ = tableau_.error_order == 0 ? control_.fixed_step : first_step();
}

/// max_i |error_i| / (tol (floor_i + max(|y_i|, |trial_i|))): at most 1 for a step that may stand.
double Integrator::scaled_error(const double* error) const {
    double worst = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) {
        const double size = error_floors_[i] + std::max(std::abs(y_[i]), std::abs(trial_[i]));
        worst = std::max(worst, std::abs(error[i]) / size);
        if (!std::isfinite(error[i]) || !std::isfinite(trial_[i])) return HUGE_VAL;
    }
    return worst / control_.tolerance;
}

/// A first step from the sizes of the state and of its first two derivatives (Hairer, Nørsett, Wanner, II.4).
double Integrator::first_step() {
    const auto size = [&](const AlignedVector& values) {
        double worst = 0;
        for (std::size_t i = 0; i < y_.size(); ++i)
            worst = std::max(worst, std::abs(values[i]) / (1.0 + std::abs(y_[i])));
        return worst / control_.tolerance;
    };
    const double d0 = size(y_);
    const double d1 = size(k_[0]);
    const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    for (std::size_t i = 0; i < y_.size(); ++i) trial_[i] = y_[i] + h0 * k_[0][i];
    system_.derivative(trial_.data(), scratch_.data());
    ++counts_.rhs_evals;
    for (std::size_t i = 0; i < y_.size(); ++i) scratch_[i] = (scratch_[i] - k_[0][i]) / h0;
    const double d2 = std::max(d1, size(scratch_));
    const double h1 = d2 < 1e-15 ? std::max(1e-6, h0 * 1e-3) : arithmetic_.power(0.01 / d2, 1.0 / tableau_.order);
    return std::isfinite(h1) && h1 > 0 ? std::min(100.0 * h0, h1) : h0;
}

/// to = base + Σ_j weight(j) k_j over the first `stages` of k; weights of 0 are left out.
template <class Weight>
void Integrator::combine(std::size_t stages, Weight weight, const AlignedVector& base, AlignedVector& to) {
    std::array<double, kMostStages> weights;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled up to `terms`
    std::array<const double*, kMostStages> terms_of;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::size_t terms = 0;
    for (std::size_t j = 0; j < stages; ++j) {
        weights[terms] = weight(j);
        if (weights[terms] == 0) continue;
        terms_of[terms++] = k_[j].data();
    }
    arithmetic_.add_terms(to.size(), terms, weights.data(), terms_of.data(), base.data(), to.data());
}

/// k_stage = f(base + h Σ A k), the state left in trial_.
void Integrator::evaluate_stage(std::size_t stage, double h, const AlignedVector& base) {
    combine(stage, [&](std::size_t j) { return h * tableau_.a(stage, j); }, base, trial_);
    system_.derivative(trial_.data(), k_[stage].data());
    ++counts_.rhs_evals;
}

/// The scaled error of an explicit step of h, whose end is left in trial_.
double Integrator::attempt_explicit(double h) {
    for (std::size_t stage = 1; stage <= tableau_.stages; ++stage) evaluate_stage(stage, h, y_);
    if (tableau_.error_order == 0)
        return std::ranges::all_of(trial_, [](double v) { return std::isfinite(v); }) ? 0 : HUGE_VAL;

    const auto estimate = [&](std::span<const double> weights) {
        combine(weights.size(), [&](std::size_t j) { return h * weights[j]; }, zero_, scratch_);
        return scaled_error(scratch_.data());
    };
    const double error = estimate(tableau_.E);
    if (tableau_.E_second.empty() || error == 0) return error;
    // Order 8 judges by its estimate of order 5, tempered by that of order 3.
    const double second = estimate(tableau_.E_second);
    return std::isfinite(second) ? error * error / std::sqrt(error * error + 0.01 * second * second) : HUGE_VAL;
}

/// The scaled error of a step of h by Radau, whose end is left in trial_; ∞ where its iterations did not converge.
double Integrator::attempt_implicit(double h) {
    const Radau::Attempt attempt = radau_.attempt(system_, y_, k_[0], h, control_.tolerance);
    counts_.rhs_evals += attempt.rhs_evals;
    if (attempt.converged) trial_ = radau_.end();
    return attempt.error;
}

/// Counts steps whose size stability decides; enough of them hand over to the implicit method.
void Integrator::note_stiffness(double h) {
    if (tableau_.error_order == 0 || !system_.has_implicit()) return;
    // The last two stages are both at the end of the step: ρ = ‖f − f'‖/‖y − y'‖. Each component counts relative to its
    // size, or the round-off of a large one would pass for the distance.
    const std::size_t last = tableau_.stages;
    combine(last - 1, [&](std::size_t j) { return h * tableau_.a(last - 1, j); }, previous_y_, scratch_);
    double rate = 0;
    double distance = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) {
        const double size = 1.0 + std::abs(y_[i]);
        rate = std::max(rate, std::abs(k_[last][i] - k_[last - 1][i]) / size);
        distance = std::max(distance, std::abs(y_[i] - scratch_[i]) / size);
    }
    const double edge = control_.method == Method::dormand_prince_8 ? kStabilityEdge8 : kStabilityEdge5;
    if (distance > 0 && h * rate > edge * distance) {
        calm_steps_ = 0;
        ++stiff_votes_;
    } else if (++calm_steps_ == kCalmSpell) {
        stiff_votes_ = 0;
    }
    if (stiff_votes_ >= kStiffVotes) implicit_ = true;
}

void Integrator::restart(const AlignedVector& y, double t) {
    y_ = y;
    time_ = previous_time_ = t;
    end_stage_ = 0;
    settled_ = false;
    radau_.forget();
    system_.derivative(y_.data(), k_[0].data());
    ++counts_.rhs_evals;
}

StepResult Integrator::step() {
    const bool fixed = tableau_.error_order == 0;
    const double order = implicit_ ? 4.0 : tableau_.error_order + 1.0;
    if (settled_) return StepResult::at_rest;
    begin_step();
    for (;;) {
        const double error = implicit_ ? attempt_implicit(h_) : attempt_explicit(h_);
        if (error <= 1) {
            const double h = h_;
            const double factor = kSafety * arithmetic_.power(std::max(error, 1e-10), -0.7 / order) *
                                  arithmetic_.power(last_error_, 0.4 / order);
            if (!fixed) h_ *= std::clamp(factor, kShrinkMost, kGrowMost);
            last_error_ = std::max(error, 1e-4);
            accept(h);
            return StepResult::accepted;
        }
        ++counts_.rejected;
        if (is_rate_round_off()) return StepResult::at_rest;
        if (fixed || time_ + 0.5 * h_ == time_) return StepResult::failed;
        h_ *= std::isfinite(error) ? std::clamp(kSafety * arithmetic_.power(error, -1.0 / order), kShrinkMost, 1.0)
                                   : kShrinkMost;
    }
}

bool Integrator::is_rate_round_off() const {
    constexpr double kRoundOff = 1e-15;
    for (std::size_t i = 0; i < y_.size(); ++i)
        if (!(std::abs(k_[0][i]) <= kRoundOff * (1.0 + std::abs(y_[i])))) return false;
    return true;
}

/// Whether the implicit step of h from previous_y_ to y_ shows a state at rest: the rate was round-off, and what there
/// was of it died away within a small part of the step, where a slow drift would have gone on through all of it. Longer
/// steps would only amplify the round-off.
bool Integrator::has_settled(double h) const {
    constexpr double kSmallPart = 1e-3;
    constexpr double kUnmoved = 1e-13;
    if (!is_rate_round_off()) return false;
    double rate = 0;
    double moved = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) {
        const double change = std::abs(y_[i] - previous_y_[i]);
        if (change > kUnmoved * (1.0 + std::abs(y_[i]))) return false;
        rate = std::max(rate, std::abs(k_[0][i]));
        moved = std::max(moved, change);
    }
    return moved <= kSmallPart * h * rate;
}

/// k_0 = f(y_): the last stage of the step before, which the continuous extension needed until now.
void Integrator::begin_step() {
    if (end_stage_ == 0) return;
    k_[0].swap(k_[end_stage_]);
    end_stage_ = 0;
}

void Integrator::accept(double h) {
    ++counts_.accepted;
    previous_time_ = time_;
    time_ += h;
    last_h_ = h;
    if (implicit_) radau_.accept(y_, h);
    previous_y_.swap(y_);
    y_ = trial_;
    last_implicit_ = implicit_;
    dense_ready_ = implicit_;
    settled_ = implicit_ && has_settled(h);
    end_stage_ = implicit_ ? 1 : tableau_.stages;
    if (implicit_) {
        system_.derivative(y_.data(), k_[end_stage_].data());
        ++counts_.rhs_evals;
    } else {
        note_stiffness(h);
    }
}

void Integrator::complete_dense_stages() {
    if (dense_ready_) return;
    for (std::size_t stage = tableau_.stages + 1; stage < tableau_.dense_stages; ++stage)
        evaluate_stage(stage, last_h_, previous_y_);
    dense_ready_ = true;
}

void Integrator::interpolate(double t, AlignedVector& y) {
    if (end_stage_ == 0 || t >= time_) {
        y = y_;
        return;
    }
    const double theta = std::max(0.0, (t - previous_time_) / last_h_);
    if (last_implicit_) {
        radau_.interpolate(theta, y);
        return;
    }
    complete_dense_stages();
    const std::size_t degree = tableau_.degree();
    const auto weight = [&](std::size_t stage) {
        double power_series = 0;
        for (std::size_t p = degree; p-- > 0;) power_series = (power_series + tableau_.P[stage * degree + p]) * theta;
        return power_series * last_h_;
    };
    y.resize(previous_y_.size());
    combine(tableau_.dense_stages, weight, previous_y_, y);
}

}  // namespace polarize
