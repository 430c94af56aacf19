// Claims about every moment of a run: what is conserved, what keeps its order, what grows.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "claims/check.hpp"
#include "run/start_run.hpp"

namespace polarize::claim_checks {

namespace {

/// The weights of one moment.
struct Moment {
    std::span<const double> alpha, a, u;
};

/// Says, moment by moment and in their order, by how much a claim is violated there.
using Watch = std::function<double(const Moment&)>;
/// A watch that has seen nothing yet, for a run that starts at this moment.
using MakeWatch = std::function<Watch(const Moment&)>;

Moment moment_of(const History& history, std::size_t index) {
    return {
        .alpha = sample(history, "alpha", index), .a = sample(history, "a", index), .u = sample(history, "u", index)};
}

/// The first update after `seen` recorded samples at which a descent violates the claim, found by repeating the run;
/// the step of the sample that told where single updates do not show it.
std::int64_t exact_step(const FinishedRun& run, const Watch& watch, std::size_t seen, double allowed) {
    const std::vector<std::int64_t>& steps = run.last.history.steps;
    const std::int64_t known = steps[seen];
    const std::unique_ptr<ModelRunner> runner = start_run(run.config);
    runner->advance(steps[seen - 1]);
    while (runner->step() < known) {
        if (runner->advance(1) == 0) break;
        const Snapshot now = runner->snapshot({.first_sample = SIZE_MAX, .arrays = false});
        if (watch({.alpha = now.alpha, .a = now.a, .u = now.u}) > allowed) return now.step;
    }
    return known;
}

BreakPoint break_point(const FinishedRun& run, const Watch& watch_before, std::size_t index, double allowed) {
    const History& history = run.last.history;
    if (run.last.flow)
        return {.step = history.steps[index],
                .time = sample(history, "time", index)[0],
                .log_t = sample(history, "log_t", index)[0]};
    return {.step = index > 0 ? exact_step(run, watch_before, index, allowed) : history.steps[index]};
}

/// The worst violation along the run, and where it first exceeded `allowed`.
Measurement follow(const FinishedRun& run, const MakeWatch& make_watch, double allowed) {
    const History& history = run.last.history;
    Watch watch = make_watch(moment_of(history, 0));
    Measurement result{.measured = 0, .tolerance = allowed};
    for (std::size_t i = 0; i < history.samples(); ++i) {
        const Watch before = result.broke_at ? Watch{} : watch;
        const double violation = watch(moment_of(history, i));
        result.measured = std::max(*result.measured, violation);
        if (violation > allowed && !result.broke_at) result.broke_at = break_point(run, before, i, allowed);
    }
    if (!ended_early(run.last.status)) return result;
    if (!result.broke_at) {
        result.measured.reset();
        result.broke_at = early_end(run.last);
    }
    result.note = early_end_note(run.last);
    return result;
}

double total(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

double largest_size(std::span<const double> values) {
    double size = 0;
    for (const double value : values) size = std::max(size, std::abs(value));
    return size;
}

/// What round-off may do to a number, relative to 1 + its size.
constexpr double kRoundOff = 1e-11;

/// The same for round-off and, in a flow, the integrator's error.
double noise(const RunConfig& config) {
    return config.dynamics == Dynamics::flow ? std::max(kRoundOff, 10.0 * config.flow.tolerance) : kRoundOff;
}

Watch watch_score_sum(const Moment& start) {
    return [sum = total(start.a)](const Moment& now) {
        return std::abs(total(now.a) - sum) / (1.0 + static_cast<double>(now.a.size()) * largest_size(now.a));
    };
}

/// Tokens from the largest u to the smallest.
std::vector<std::size_t> order_of(std::span<const double> u) {
    std::vector<std::size_t> order(u.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t i, std::size_t j) { return u[i] > u[j] || (u[i] == u[j] && i < j); });
    return order;
}

/// Counts neighbours in the order of u at the start whose u or whose weight stand the other way round. Scores stand for
/// weights: late weights differ by less than round-off, scores do not.
MakeWatch make_order_watch(double slack) {
    return [slack](const Moment& start) -> Watch {
        return [slack, order = order_of(start.u)](const Moment& now) {
            double swapped = 0;
            for (std::size_t place = 1; place < order.size(); ++place) {
                const std::size_t ahead = order[place - 1];
                const std::size_t behind = order[place];
                const double u_slack = slack * (1.0 + std::abs(now.u[ahead]));
                const double a_slack = slack * (1.0 + std::abs(now.a[ahead]));
                if (now.u[ahead] < now.u[behind] - u_slack || now.a[ahead] < now.a[behind] - a_slack) ++swapped;
            }
            return swapped;
        };
    };
}

/// How far gaps have fallen below the largest they had, relative to the sizes: of u between neighbours in the order of
/// the start, of the scores and weights between the first token and every other.
Watch watch_gaps(const Moment& start) {
    struct Gaps {
        std::vector<std::size_t> order;
        std::vector<double> largest = {};

        double operator()(const Moment& now) {
            double fall = 0;
            std::size_t number = 0;
            const auto see = [&](double gap, double size) {
                if (number == largest.size()) largest.push_back(gap);
                largest[number] = std::max(largest[number], gap);
                fall = std::max(fall, (largest[number] - gap) / (1.0 + size));
                ++number;
            };
            const double u_size = largest_size(now.u);
            const double a_size = largest_size(now.a);
            const std::size_t first = order.front();
            for (std::size_t place = 1; place < order.size(); ++place) {
                const std::size_t token = order[place];
                see(now.u[order[place - 1]] - now.u[token], u_size);
                see(now.a[first] - now.a[token], a_size);
                see(now.alpha[first] - now.alpha[token], 0);
            }
            return fall;
        }
    };
    return Gaps{.order = order_of(start.u)};
}

Params watched_descent(const Subject& subject) {
    constexpr std::int64_t kMaxSteps = 1'000'000;
    Params params = subject.with(Dynamics::descent);
    prefer<&RunConfig::descent, &DescentConfig::steps>(params, std::min(subject.config.descent.steps, kMaxSteps));
    prefer<&RunConfig::samples>(params, samples_for(subject, 20000));
    return params;
}

Params watched_flow(const Subject& subject) {
    const bool goes_far = subject.is_logistic_softmax() && !subject.sets<&RunConfig::flow, &FlowConfig::horizon>();
    if (goes_far) return far_flow(subject);
    Params params = subject.with(Dynamics::flow);
    prefer<&RunConfig::samples>(params, samples_for(subject, 1000));
    return params;
}

/// Descent, flow or both: what was asked for, as far as it says.
std::vector<Params> watched_runs(const Subject& subject) {
    const bool descent_asked = subject.sets(ParameterGroup::descent);
    const bool flow_asked = subject.sets(ParameterGroup::flow);
    bool descent = descent_asked || !flow_asked;
    bool flow = flow_asked || !descent_asked;
    if (subject.sets<&RunConfig::dynamics>()) {
        flow = subject.config.dynamics == Dynamics::flow;
        descent = !flow;
    }
    std::vector<Params> runs;
    if (descent) runs.push_back(watched_descent(subject));
    if (flow) runs.push_back(watched_flow(subject));
    return runs;
}

void plan_run(const Subject& subject, const Params& run, std::vector<Check>& checks) {
    const double allowed = noise(run_config(run));
    const auto add = [&](std::string_view claim, const MakeWatch& make_watch, double tolerance) {
        checks.push_back(
            {.claim = claim,
             .runs = {run},
             .relation = Relation::near,
             .judge = [make_watch, tolerance](FinishedRuns runs) { return follow(*runs[0], make_watch, tolerance); },
             .judges_ended_early = true});
    };
    // Every integrator conserves what the flow conserves linearly, whatever its error.
    add("score-sum", watch_score_sum, kRoundOff);
    if (!subject.is_logistic_softmax() || !subject.is_ordered_alike()) return;
    add("order", make_order_watch(allowed), 0);
    add("gaps", watch_gaps, allowed);
    if (subject.train() == Train::V_only) return;  // the weights stay as they are
    checks.push_back({.claim = "winner",
                      .runs = {run},
                      .predicted = static_cast<double>(subject.first()),
                      .judge = [](FinishedRuns runs) {
                          return Measurement{.measured = static_cast<double>(runs[0]->last.winner),
                                             .note = "its weight is " + short_text(runs[0]->last.max_alpha)};
                      }});
}

}  // namespace

void plan_course(const Subject& subject, std::vector<Check>& checks) {
    if (!subject.is_value_model() || !traits(subject.map()).is_shift_invariant) return;
    for (const Params& run : watched_runs(subject)) plan_run(subject, run, checks);
}

}  // namespace polarize::claim_checks
