// The claim that gradient flow is the limit of gradient descent, with order 1.

#include <algorithm>
#include <cmath>

#include "claims/check.hpp"
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
        note += (i > 0 ? ", " : ": ") + short_text(distances.back()) + " for lr=" + runs[i]->params.text("lr");
    }
    const double order = polarize::log(distances[distances.size() - 2] / distances.back()) / kLog2;
    return {.measured = order, .tolerance = 0.1, .note = note};
}

/// Where the error of a step has a leading term: not across kinks, of entmax-1.5's slope too, nor near the pole of sum.
bool is_smooth(ScoreMap map) { return !traits(map).has_kink && map != ScoreMap::entmax15 && map != ScoreMap::sum; }

}  // namespace

void plan_discretisation(const Subject& subject, std::vector<Check>& checks) {
    constexpr double kSteps = 1000;
    constexpr double kFinestPart = 4;
    constexpr double kFinestTolerance = 1e-13;
    Params base = subject.params;
    const bool is_plain = base.choice("optimiser") == "gd" && base.real("weight_decay") == 0 && base.real("noise") == 0;
    if (!is_plain || !is_smooth(subject.map()) || subject.has_one_class()) return;
    const double lr = base.real("lr");
    const double steps = std::min(kSteps, base.real("steps"));
    if (steps < 1 || lr / kFinestPart < base.experiment().find("lr")->minimum) return;

    base.set("samples", 2);
    std::vector<Params> runs;
    for (const double part : {1.0, 2.0, kFinestPart}) {
        Params descent = base;
        descent.set("dynamics", "descent");
        descent.set("lr", lr / part);
        descent.set("steps", steps * part);
        runs.push_back(descent);
    }
    Params flow = base;
    flow.set("dynamics", "flow");
    flow.set("until", "t");
    flow.set("horizon", lr * steps);
    flow.set("tol", kFinestTolerance);
    runs.push_back(flow);
    checks.push_back({.claim = "descent-order",
                      .runs = runs,
                      .predicted = 1,
                      .judge = judge_order,
                      .run_text = describe(runs[0]) + "; lr/2, lr/4; flow"});
}

}  // namespace polarize::claim_checks
