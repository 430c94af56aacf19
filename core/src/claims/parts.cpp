// Claims about training one of the two alone: it is the joint training that polarises.

#include <algorithm>
#include <cmath>

#include "claims/check.hpp"
#include "simd/elementary.hpp"

namespace polarize::claim_checks {

namespace {

double largest_change(std::span<const double> before, std::span<const double> after) {
    double change = 0;
    for (std::size_t i = 0; i < before.size(); ++i) change = std::max(change, std::abs(after[i] - before[i]));
    return change;
}

/// The flow in which `train` alone is trained, or nothing where something else was asked for.
std::optional<Params> run_of(const Subject& subject, Train train) {
    if (subject.sets<&RunConfig::train>() && subject.train() != train) return std::nullopt;
    Params run = far_flow(subject);
    run.set_member<&RunConfig::train>(train);
    return run;
}

void plan_a_only(const Subject& subject, const Params& run, std::vector<Check>& checks) {
    checks.push_back({.claim = "a-only-values", .runs = {run}, .judge = [](FinishedRuns runs) {
                          const Arrays& arrays = runs[0]->last.arrays;
                          return Measurement{.measured =
                                                 largest_change(arrays.at("V").data, arrays.at("V_final").data)};
                      }});
    if (!subject.is_ordered_alike()) return;
    const double top = subject.u[subject.first()];
    // Every loser's share of the missing margin falls like T²/tau.
    const double T = std::max(1.0, subject.temperature());
    const double missing = T * T * static_cast<double>(subject.tokens()) / kFarTau;
    checks.push_back(
        {.claim = "a-only-winner", .runs = {run}, .predicted = top, .judge = [top, missing](FinishedRuns runs) {
             const Snapshot& last = runs[0]->last;
             double margin = 0;
             for (std::size_t i = 0; i < last.u.size(); ++i) margin += last.alpha[i] * last.u[i];
             return Measurement{.measured = margin,
                                .tolerance = missing * (1.0 + std::abs(top)),
                                .note = "its weight is " + short_text(last.max_alpha)};
         }});
    checks.push_back({.claim = "a-only-loss",
                      .runs = {run},
                      .predicted = softplus(-top),
                      .judge = [top, missing](FinishedRuns runs) {
                          return Measurement{.measured = runs[0]->last.loss,
                                             .tolerance = missing * (1.0 + std::abs(top))};
                      }});
}

/// z at the end of a rescaled flow whose weights are fixed: u = u(0) + ‖beta_star‖² tau s, so z = z(0) + ‖beta_star‖²
/// tau ‖s‖².
double fixed_weights_margin(const Snapshot& last) {
    const std::span<const double> u = sample(last.history, "u", 0);
    double start = 0;
    double weights_squared = 0;
    double teacher_squared = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
        start += last.alpha[i] * u[i];
        weights_squared += last.alpha[i] * last.alpha[i];
    }
    for (const double x : last.arrays.at("beta_star").data) teacher_squared += x * x;
    return start + teacher_squared * last.flow->tau * weights_squared;
}

void plan_V_only(const Params& run, std::vector<Check>& checks) {
    checks.push_back({.claim = "V-only-weights", .runs = {run}, .judge = [](FinishedRuns runs) {
                          const Snapshot& last = runs[0]->last;
                          return Measurement{.measured = largest_change(sample(last.history, "alpha", 0), last.alpha)};
                      }});
    checks.push_back({.claim = "V-only-loss", .runs = {run}, .judge = [](FinishedRuns runs) {
                          const Snapshot& last = runs[0]->last;
                          return Measurement{.measured = last.loss,
                                             .tolerance = 1e-12 + (1.0 + 1e-9) * softplus(-fixed_weights_margin(last)),
                                             .note = "the tolerance is what the exact solution leaves of it"};
                      }});
}

}  // namespace

void plan_parts(const Subject& subject, std::vector<Check>& checks) {
    if (!subject.is_logistic_softmax()) return;
    if (const std::optional<Params> run = run_of(subject, Train::a_only)) plan_a_only(subject, *run, checks);
    if (const std::optional<Params> run = run_of(subject, Train::V_only)) plan_V_only(*run, checks);
}

}  // namespace polarize::claim_checks
