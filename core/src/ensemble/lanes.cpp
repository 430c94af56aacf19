#include "ensemble/lanes.hpp"

#include <algorithm>
#include <cmath>

#include "ensemble/lane_fit.hpp"
#include "flow/kernels.hpp"
#include "flow/model.hpp"
#include "flow/weights.hpp"
#include "numeric/padding.hpp"
#include "run/initial_arrays.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

/// The start of `run`, reduced.
ReducedFlow reduced_start(const RunConfig& run) {
    const ValueProblem problem = value_start(run);
    const std::vector<double>& beta_star = problem.arrays.at("beta_star").data;
    AlignedVector u(padded(problem.k));
    kernels().multiply_transposed(problem.d, problem.k,
                                  pad_rows(problem.arrays.at("V").data, problem.d, problem.k).data(), beta_star.data(),
                                  u.data());
    ReducedFlow flow{.u = {u.begin(), u.begin() + static_cast<std::ptrdiff_t>(problem.k)},
                     .a = problem.arrays.at("a").data,
                     .teacher_squared = 0,
                     .train = run.train,
                     .temperature = run.temperature};
    for (const double component : beta_star) flow.teacher_squared += component * component;
    return flow;
}

}  // namespace

FlowLanes::FlowLanes(const PolarisationCriterion& criterion, bool records, FlowListener listener)
    : criterion_(criterion), records_(records), listener_(std::move(listener)) {}

bool FlowLanes::accepts(const RunConfig& run) const {
    if (busy_ == 0) return true;
    return has_room() && (run.dynamics == Dynamics::flow) == is_flow_ && run.k == block_->tokens();
}

/// Makes the idle block one that `run` fits.
void FlowLanes::make_block(const RunConfig& run) {
    const std::size_t k = run.k;
    if (block_ && block_->tokens() == k && is_flow_ == (run.dynamics == Dynamics::flow)) return;
    is_flow_ = run.dynamics == Dynamics::flow;
    block_.emplace(k, flows_abreast(run) / kLanes);
    lanes_.assign(block_->lanes(), Lane{});
    log_tokens_ = polarize::log(static_cast<double>(k));
}

FlowLanes::Schedule FlowLanes::schedule_of(const RunConfig& run) {
    const double end = end_time(run);
    const std::int64_t samples = run.samples;
    if (schedule_ && scheduled_end_ == end && scheduled_samples_ == samples) return schedule_;
    scheduled_end_ = end;
    scheduled_samples_ = samples;
    schedule_ = std::make_shared<const std::vector<double>>(records_ ? recorded_times(run) : std::vector{end});
    return schedule_;
}

void FlowLanes::start(std::uint64_t flow, const RunConfig& run) {
    if (busy_ == 0) make_block(run);
    const auto free = static_cast<std::size_t>(std::ranges::find(lanes_, false, &Lane::busy) - lanes_.begin());
    ReducedFlow start = reduced_start(run);
    if (is_flow_) block_->start_flow(free, start, run.flow.tolerance);
    else block_->start_descent(free, start, run.descent.lr);
    lanes_[free] = {.busy = true,
                    .flow = flow,
                    .schedule = schedule_of(run),
                    .clock = PolarisationClock(criterion_.threshold),
                    .u = std::move(start.u),
                    .a = std::move(start.a)};
    if (is_flow_) block_->set_stop(free, lanes_[free].schedule->front());
    ++busy_;
}

std::int64_t FlowLanes::advance(std::int64_t budget) {
    if (busy_ == 0 || budget <= 0) return 0;
    const std::size_t before = busy_;
    std::int64_t made = 0;
    look_where_due();
    while (busy_ == before && made < budget) {
        made += move(budget - made);
        look_where_due();
    }
    return made;
}

std::int64_t FlowLanes::move(std::int64_t budget) { return is_flow_ ? integrate(budget) : descend(budget); }

std::int64_t FlowLanes::descend(std::int64_t budget) {
    const auto lanes = static_cast<std::int64_t>(busy_);
    std::int64_t steps = std::max<std::int64_t>(budget / lanes, 1);
    for (const Lane& lane : lanes_)
        if (lane.busy) steps = std::min(steps, static_cast<std::int64_t>((*lane.schedule)[lane.next] - lane.time));
    block_->descend(steps);
    for (Lane& lane : lanes_) lane.time += static_cast<double>(steps);
    return steps * lanes;
}

std::int64_t FlowLanes::integrate(std::int64_t budget) {
    const auto lanes = static_cast<std::int64_t>(busy_);
    const std::int64_t attempts = block_->integrate(std::max<std::int64_t>(budget / lanes, 1));
    for (std::size_t i = 0; i < lanes_.size(); ++i) lanes_[i].time = block_->tau(i);
    return attempts * lanes;
}

/// Looks at the flows that have come to a moment of their schedules; returns whether there was one.
bool FlowLanes::look_where_due() {
    const auto is_due = [](const Lane& lane) { return lane.busy && lane.time >= (*lane.schedule)[lane.next]; };
    if (std::ranges::none_of(lanes_, is_due)) return false;
    block_->observe();
    for (std::size_t i = 0; i < lanes_.size(); ++i)
        if (is_due(lanes_[i])) look_at(i);
    return true;
}

void FlowLanes::look_at(std::size_t number) {
    Lane& lane = lanes_[number];
    const double entropy = normalised_entropy(block_->entropy(number), log_tokens_);
    if (!std::isfinite(entropy) || !std::isfinite(block_->margin(number))) {
        finish(number, true);
        return;
    }
    if (listener_.moment) listener_.moment(lane.time, entropy, block_->max_alpha(number));
    lane.clock.note(lane.time, entropy);
    ++lane.next;
    if (lane.next == lane.schedule->size() || (criterion_.ends_flow && lane.clock.is_polarised()))
        finish(number, false);
    else if (is_flow_) block_->set_stop(number, (*lane.schedule)[lane.next]);
}

void FlowLanes::finish(std::size_t number, bool diverged) {
    Lane& lane = lanes_[number];
    FlowOutcome outcome;
    outcome.diverged = diverged;
    outcome.end = lane.time;
    outcome.steps = is_flow_ ? block_->accepted_steps(number) : static_cast<std::int64_t>(lane.time);
    if (!diverged) {
        const std::vector<double> alpha = block_->alpha(number);
        judge_winner(outcome, alpha, lane.u, lane.a);
        outcome.entropy = entropy(alpha);
        outcome.max_alpha = block_->max_alpha(number);
        outcome.loss = softplus(-block_->margin(number));
        outcome.polarised_at = lane.clock.time();
    }
    listener_.finished(lane.flow, outcome);
    block_->clear(number);
    lane = Lane{};
    --busy_;
}

double FlowLanes::partly_done() const {
    double total = 0;
    for (const Lane& lane : lanes_)
        if (lane.busy && lane.schedule->back() > 0) total += lane.time / lane.schedule->back();
    return total;
}

}  // namespace polarize
