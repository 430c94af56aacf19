#include "ensemble/single_flow.hpp"

#include <string_view>
#include <utility>

#include <polarize/error.hpp>
#include "ensemble/ensemble_config.hpp"
#include "run/start_run.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

/// The numbers that sample `sample` of `history` has of the series `name`.
std::vector<double> sampled(const History& history, std::string_view name, std::size_t sample) {
    const Series& series = *history.find(name);
    const auto begin = series.values.begin() + static_cast<std::ptrdiff_t>(sample * series.width);
    return {begin, begin + static_cast<std::ptrdiff_t>(series.width)};
}

double sampled_number(const History& history, std::string_view name, std::size_t sample) {
    return sampled(history, name, sample).front();
}

/// The time of a sample: the update, or for gradient flow the variable of integration.
double sampled_time(const Snapshot& snapshot, std::size_t sample) {
    if (snapshot.flow) return sampled_number(snapshot.history, "tau", sample);
    return static_cast<double>(snapshot.history.steps[sample]);
}

/// Whether `run` is a flow in tau that ends at a time t.
bool ends_between_moments(const RunConfig& run) { return time_unit(run) == "tau" && run.flow.until != Until::tau; }

}  // namespace

SingleFlow::SingleFlow(std::uint64_t flow, const RunConfig& run, const PolarisationCriterion& criterion,
                       FlowListener listener)
    : flow_(flow),
      criterion_(criterion),
      listener_(std::move(listener)),
      clock_(criterion.threshold),
      ends_by_itself_(ends_between_moments(run)),
      log_tokens_(polarize::log(static_cast<double>(run.k))) {
    try {
        runner_ = start_run(run);
    } catch (const Error&) {
        give_up(RunStatus::diverged, {});
        return;
    }
    take_samples();
}

std::int64_t SingleFlow::advance(std::int64_t budget) {
    if (done_) return 0;
    const std::int64_t made = runner_->advance(budget);
    take_samples();
    return made;
}

double SingleFlow::progress() const { return done_ ? 1.0 : runner_->progress(); }

/// Reads the samples recorded since the last call, and ends the flow where that is due.
void SingleFlow::take_samples() {
    const Snapshot snapshot = runner_->snapshot({.first_sample = seen_, .arrays = false});
    const History& history = snapshot.history;
    for (std::size_t sample = 0; sample < history.samples(); ++sample) {
        if (seen_++ == 0) {
            u_ = sampled(history, "u", 0);
            a_ = sampled(history, "a", 0);
        }
        const double time = sampled_time(snapshot, sample);
        const double entropy = normalised_entropy(sampled_number(history, "entropy", sample), log_tokens_);
        const bool is_last = runner_->done() && sample + 1 == history.samples();
        // The end would be a moment that no other flow has.
        if (listener_.moment && !(is_last && ends_by_itself_))
            listener_.moment(time, entropy, sampled_number(history, "max_alpha", sample));
        clock_.note(time, entropy);
        const bool has_arrived = is_last && !ended_early(snapshot.status);
        if (has_arrived || (criterion_.ends_flow && clock_.is_polarised())) finish(snapshot, sample);
        if (done_) return;
    }
    if (ended_early(snapshot.status)) give_up(snapshot.status, snapshot);
}

void SingleFlow::finish(const Snapshot& snapshot, std::size_t sample) {
    const History& history = snapshot.history;
    FlowOutcome outcome;
    judge_winner(outcome, sampled(history, "alpha", sample), u_, a_);
    outcome.entropy = sampled_number(history, "entropy", sample);
    outcome.max_alpha = sampled_number(history, "max_alpha", sample);
    outcome.loss = sampled_number(history, "loss", sample);
    outcome.polarised_at = clock_.time();
    outcome.end = sampled_time(snapshot, sample);
    outcome.steps = snapshot.step;
    done_ = true;
    listener_.finished(flow_, outcome);
}

/// Ends the flow without a result: it diverged or is stuck.
void SingleFlow::give_up(RunStatus status, const Snapshot& last) {
    done_ = true;
    const bool is_stuck = status == RunStatus::stuck;
    listener_.finished(flow_, {.diverged = !is_stuck, .stuck = is_stuck, .end = last.time, .steps = last.step});
}

}  // namespace polarize
