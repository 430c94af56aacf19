// The claim that gradient flow is the limit of gradient descent, with order 1.

#include <algorithm>
#include <cmath>

#include <polarize/text.hpp>
#include "claims/check.hpp"
#include "run/descent_runner.hpp"
#include "simd/elementary.hpp"

namespace polarize::claim_checks {

namespace {

/// The largest distance between the scores, weights and value projections of two runs at their ends.
double distance(const Snapshot& x, const Snapshot& y) {
    double largest = 0;
    const auto compare = [&](const std::vector<double>& left, const std::vector<double>& right) {
        for (std::size_t i = 0; i < left.size(); ++i) largest = std::max(largest, std::abs(left[i] - right[i]));
    };
    compare(x.a, y.a);
    compare(x.u, y.u);
    compare(x.alpha, y.alpha);
    return largest;
}

/// The order seen between the two smaller learning rates of descents[0..2], against the flow that comes last.
Measurement judge_order(FinishedRuns runs) {
    constexpr double kLog2 = 0.6931471805599453;
    const Snapshot& flow = runs.back()->last;
    std::string note = "distance to the flow at t=" + short_text(flow.time);
    std::vector<double> distances;
    for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
        distances.push_back(distance(runs[i]->last, flow));
        note +=
            (i > 0 ? ", " : ": ") + short_text(distances.back()) + " for lr=" + number_text(runs[i]->config.descent.lr);
    }
    const double order = polarize::log(distances[distances.size() - 2] / distances.back()) / kLog2;
    return {.measured = order, .tolerance = 0.1, .note = note};
}

/// Where the error of a step has a leading term: not across kinks, of entmax-1.5's slope too, nor near the pole of sum.
bool is_smooth(ScoreMap map) { return !traits(map).has_kink && map != ScoreMap::entmax15 && map != ScoreMap::sum; }

}  // namespace

void plan_discretisation(const Subject& subject, std::vector<Check>& checks) {
    constexpr std::int64_t kMaxSteps = 1000;
    constexpr std::int64_t kFinestPart = 4;
    constexpr double kFinestTolerance = 1e-13;
    Params base = subject.params;
    if (!optimiser_settings(subject.config).is_plain() || !is_smooth(subject.map()) || subject.has_one_class()) return;
    const double lr = subject.config.descent.lr;
    const std::int64_t steps = std::min(kMaxSteps, subject.config.descent.steps);
    const Parameter& lr_row = *base.experiment().find(Binding::to<&RunConfig::descent, &DescentConfig::lr>());
    if (steps < 1 || lr / static_cast<double>(kFinestPart) < lr_row.minimum) return;

    base.set_member<&RunConfig::samples>(2);
    std::vector<Params> runs;
    for (const std::int64_t part : {std::int64_t{1}, std::int64_t{2}, kFinestPart}) {
        Params descent = base;
        descent.set_member<&RunConfig::dynamics>(Dynamics::descent);
        descent.set_member<&RunConfig::descent, &DescentConfig::lr>(lr / static_cast<double>(part));
        descent.set_member<&RunConfig::descent, &DescentConfig::steps>(steps * part);
        runs.push_back(descent);
    }
    Params flow = base;
    flow.set_member<&RunConfig::dynamics>(Dynamics::flow);
    flow.set_member<&RunConfig::flow, &FlowConfig::until>(Until::t);
    flow.set_member<&RunConfig::flow, &FlowConfig::horizon>(lr * static_cast<double>(steps));
    flow.set_member<&RunConfig::flow, &FlowConfig::tolerance>(kFinestTolerance);
    runs.push_back(flow);
    checks.push_back({.claim = "descent-order",
                      .runs = runs,
                      .predicted = 1,
                      .judge = judge_order,
                      .run_text = describe(runs[0]) + "; lr/2, lr/4; flow"});
}

}  // namespace polarize::claim_checks
