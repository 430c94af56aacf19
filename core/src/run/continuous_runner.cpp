#include "run/continuous_runner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/text.hpp>
#include "run/history.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

/// A flow crawls, and would not end, that at its pace over the last stretch of steps has more such stretches before it,
/// and either grew by less than this part in the last one or has come a long way already: it is not smooth where it is
/// (scores that chatter around a kink of their map), or its rates differ too much. Flows that end take hundreds of
/// steps; millions, at a steady pace, far out in tau at the finest tolerance.
constexpr std::int64_t kStretch = 5000;
constexpr double kMostStretches = 2000;
constexpr double kLeastGrowth = 0.1;
constexpr std::int64_t kLongWay = 25000;

}  // namespace

ContinuousRunner::ContinuousRunner(const RunConfig& config, std::unique_ptr<FlowModel> model, Arrays initial)
    : ModelRunner(config, std::move(model), std::move(initial)),
      log_t_(-HUGE_VAL),
      next_sample_at_(flow_sample(0, config_.samples)) {
    start_integration();
    take_horizon();
    record_here();
    if (last_s_ == 0.0 || (last_log_t_ && *last_log_t_ == -HUGE_VAL)) arrived_ = true;
}

/// Reads where to stop from the configuration.
void ContinuousRunner::take_horizon() {
    const auto [tolerance, until, horizon] = config_.flow;
    const auto check = [&](bool is_allowed, std::string_view allowed) {
        if (is_allowed) return;
        throw refused("horizon", number_text(horizon), "is out of range for until = " + std::string(enum_name(until)),
                      allowed);
    };
    last_s_.reset();
    last_log_t_.reset();
    if (until == Until::tau) {
        if (!flow_->is_rescaled())
            throw refused("until", quoted("tau"), "is the rescaled time of the logistic value-softmax flow",
                          "t, log10t", ErrorCode::conflict);
        check(horizon >= 0 && horizon <= kLargestTau, "0 to " + number_text(kLargestTau));
        last_s_ = horizon;
        return;
    }
    if (until == Until::t) check(horizon >= 0, "0 to 1e308");
    else if (flow_->is_rescaled()) check(std::abs(horizon) <= 1e6, "-300 to 1e6");
    else check(std::abs(horizon) <= 300, "-300 to 300");
    const double log_t = until == Until::t ? polarize::log(horizon) : horizon * kLog10;
    if (flow_->is_rescaled()) last_log_t_ = log_t;
    else last_s_ = until == Until::t ? horizon : polarize::exp(log_t);
}

/// (Re)starts the integrator at the model's present parameters and time.
void ContinuousRunner::start_integration() {
    if (integrator_) {
        const StepCounts& counts = integrator_->counts();
        earlier_counts_.rhs_evals += counts.rhs_evals;
        earlier_counts_.accepted += counts.accepted;
        earlier_counts_.rejected += counts.rejected;
    }
    integrator_.reset();
    const std::unique_ptr<ContinuousFlow> before = std::exchange(flow_, make_continuous_flow(*model_));
    const ScoreSides* const held = before ? before->sides() : nullptr;
    if (held != nullptr && flow_->sides() != nullptr && flow_->sides()->map() == held->map())
        flow_->sides()->take_over(*held);
    integrator_ = std::make_unique<Integrator>(flow_->system(), flow_->state(log_t_), s_,
                                               StepControl{.tolerance = config_.flow.tolerance}, flow_arithmetic());
    visited_.assign(flow_->system().size(), 0.0);
    stall_mark_ = -HUGE_VAL;
}

double ContinuousRunner::work_per_step() const {
    constexpr double kEvaluations = 13;
    return kEvaluations * model_->work_per_step();
}

/// Where in the integrator's last step the run ends, if it does.
std::optional<double> ContinuousRunner::end_in_last_step() {
    if (last_s_) return integrator_->time() >= *last_s_ ? last_s_ : std::nullopt;
    const double s = integrator_->time();
    if (flow_->log_time(integrator_->state(), s) < *last_log_t_) return std::nullopt;
    return locate_event(*integrator_, [&](const AlignedVector& y) { return flow_->log_time(y, s) - *last_log_t_; });
}

/// Makes the state at `s`, within the integrator's last step, the present look.
void ContinuousRunner::visit(double s) {
    integrator_->interpolate(s, visited_);
    flow_->load(visited_);
    look_ = model_->observe();
    s_ = s;
    log_t_ = flow_->log_time(visited_, s);
}

void ContinuousRunner::record_here() { record({{"time", time_of(log_t_)}, {"tau", s_}, {"log_t", log_t_}}); }

/// Records the samples due up to `until`, within the integrator's last step.
void ContinuousRunner::record_samples(double until) {
    while (next_sample_at_ < until) {
        const double sample = std::exchange(next_sample_at_, flow_sample(++next_sample_, config_.samples));
        if (sample <= integrator_->previous_time()) continue;
        visit(sample);
        record_here();
    }
}

/// Ends the run at `s`. Where log t is what ends it, that is where it is now: no tau lies nearer.
void ContinuousRunner::arrive(double s) {
    visit(s);
    if (last_log_t_) log_t_ = *last_log_t_;
    record_here();
    arrived_ = true;
}

/// What the end is measured by: the variable of integration, or log t.
double ContinuousRunner::way_made() const {
    const double s = integrator_->time();
    return last_s_ ? s : flow_->log_time(integrator_->state(), s);
}

bool ContinuousRunner::is_stalled() {
    if (step_ % kStretch != 0) return false;
    const double made = way_made();
    const double moved = made - std::exchange(stall_mark_, made);
    const double left = (last_s_ ? *last_s_ : *last_log_t_) - made;
    // Asked the way that a flow must answer yes: where t is still 0, its logarithm has moved by no number.
    const bool grows = moved >= kLeastGrowth * std::abs(made);
    const bool arrives = left <= kMostStretches * moved;
    return !arrives && (!grows || step_ >= kLongWay);
}

std::int64_t ContinuousRunner::advance(std::int64_t budget) {
    const std::int64_t start = step_;
    while (step_ - start < budget && !done()) {
        const StepResult result = integrator_->step();
        if (result == StepResult::failed) {
            stuck_reason_ = "no step is small enough where the flow is not smooth or grows without bound";
            break;
        }
        if (result == StepResult::at_rest) {
            // Nothing moves any more: the present state is also the one at the end.
            arrived_ = true;
            if (last_s_) s_ = *last_s_;
            log_t_ = flow_->log_time(integrator_->state(), s_);
            record_here();
            break;
        }
        ++step_;
        const std::optional<double> event =
            flow_->sides() != nullptr ? flow_->sides()->event(*integrator_) : std::nullopt;
        std::optional<double> end = end_in_last_step();
        if (event && end > event) end.reset();
        record_samples(end.value_or(event.value_or(integrator_->time())));
        if (end) arrive(*end);
        else if (event) flow_->sides()->pass(*integrator_, *event);
        if (!arrived_ && is_stalled()) stuck_reason_ = "at its pace the end is more than 10 million steps away";
        diverged_quantity_ = not_finite();
        if (!diverged_quantity_.empty()) diverged_step_ = step_ + 1;
    }
    if (!arrived_) visit(integrator_->time());
    return step_ - start;
}

double ContinuousRunner::time_of(double log_t) {
    constexpr double kLogLargest = 709.78;
    return log_t < kLogLargest ? polarize::exp(log_t) : std::numeric_limits<double>::max();
}

double ContinuousRunner::progress() const {
    if (arrived_) return 1;
    const double log_first = polarize::log(kFirstFlowSample);
    const double now = last_log_t_ ? log_t_ : polarize::log(std::max(s_, kFirstFlowSample));
    const double last = last_log_t_ ? *last_log_t_ : polarize::log(*last_s_);
    return last > log_first ? std::clamp((now - log_first) / (last - log_first), 0.0, 1.0) : 0.0;
}

void ContinuousRunner::describe_progress(Snapshot& snapshot) const {
    const StepCounts& counts = integrator_->counts();
    snapshot.time = time_of(log_t_);
    snapshot.flow = FlowClock{.tau = s_,
                              .log_t = log_t_,
                              .rhs_evals = earlier_counts_.rhs_evals + counts.rhs_evals,
                              .accepted = earlier_counts_.accepted + counts.accepted,
                              .rejected = earlier_counts_.rejected + counts.rejected};
}

/// Takes the horizon of the configuration, which was `before` so far. Throws Error where it lies behind.
void ContinuousRunner::take_later_horizon(const RunConfig& before) {
    const RunConfig changed = config_;
    const auto go_back = [&] {
        config_ = before;
        take_horizon();
    };
    try {
        take_horizon();
    } catch (const Error&) {
        go_back();
        throw;
    }
    if (last_s_ ? *last_s_ >= s_ : *last_log_t_ >= log_t_) return;
    go_back();
    throw refused("horizon", number_text(changed.flow.horizon), "lies behind the time already reached", "later times");
}

void ContinuousRunner::change(const RunConfig& config) {
    const RunConfig before = config_;
    take(config);
    if (config.flow.horizon == before.flow.horizon) {
        start_integration();
        return;
    }
    take_later_horizon(before);
    if (arrived_) {
        arrived_ = false;
        start_integration();
    }
}

}  // namespace polarize
