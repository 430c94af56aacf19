// Claims about where the logistic flow goes, measured at kFarTau.

#include <algorithm>
#include <cmath>

#include "claims/check.hpp"
#include "numeric/singular_values.hpp"
#include "simd/elementary.hpp"

namespace polarize::claim_checks {

namespace {

/// The largest matrix whose singular values are taken, by its smaller side: they cost its cube.
constexpr std::size_t kLargestDecomposed = 128;

double metric(const Snapshot& snapshot, std::string_view name) {
    for (const auto& [key, value] : snapshot.metrics)
        if (key == name) return value;
    return 0;
}

/// s_j · tau² of every token but the winner.
std::vector<double> scaled_losers(std::span<const double> alpha, std::size_t winner, double tau) {
    std::vector<double> scaled;
    for (std::size_t j = 0; j < alpha.size(); ++j)
        if (j != winner) scaled.push_back(alpha[j] * tau * tau);
    return scaled;
}

double mean(const std::vector<double>& values) {
    double total = 0;
    for (const double value : values) total += value;
    return total / static_cast<double>(values.size());
}

/// Standard deviation over mean.
double spread(const std::vector<double>& values) {
    const double centre = mean(values);
    double squares = 0;
    for (const double value : values) squares += (value - centre) * (value - centre);
    return std::sqrt(squares / static_cast<double>(values.size())) / centre;
}

/// The losers' s_j · tau² at the recorded sample whose tau is nearest to `tau`.
struct LosersAt {
    double tau;
    std::vector<double> scaled;
};
LosersAt losers_at(const FinishedRun& run, double tau) {
    const std::vector<double>& times = run.last.history.find("tau")->values;
    const auto nearest = std::ranges::min_element(
        times, {}, [&](double value) { return value > 0 ? std::abs(polarize::log(value / tau)) : HUGE_VAL; });
    const auto index = static_cast<std::size_t>(nearest - times.begin());
    const auto winner = static_cast<std::size_t>(run.last.winner);
    return {*nearest, scaled_losers(sample(run.last.history, "alpha", index), winner, *nearest)};
}

/// T² of a run.
double squared_temperature(const FinishedRun& run) {
    const double temperature = run.config.temperature;
    return temperature * temperature;
}

/// Losers that still differ shift the mean of s_j by less than their variance.
Measurement judge_asymptote(FinishedRuns runs) {
    constexpr double kAllowed = 0.01;
    const LosersAt end = losers_at(*runs[0], kFarTau);
    const auto [least, most] = std::ranges::minmax(end.scaled);
    std::string note = "mean over the losers";
    const char* separator = ": ";
    for (const double tau : {100.0, 300.0, 600.0, 1e4, kFarTau}) {
        const LosersAt at = losers_at(*runs[0], tau);
        note += separator + short_text(mean(at.scaled)) + " at tau=" + short_text(at.tau);
        separator = ", ";
    }
    note += "; single losers lie within " + short_text(least) + " to " + short_text(most);
    const double limit = 2.0 * squared_temperature(*runs[0]) / static_cast<double>(end.scaled.size() + 1);
    const double variance = spread(end.scaled) * spread(end.scaled);
    return {.measured = mean(end.scaled), .tolerance = limit * (kAllowed + variance), .note = note};
}

/// How fast the losers' weights become alike: the exponent p of spread ∝ tau^−p over the last decade. The law is that
/// of small differences.
Measurement judge_likeness(FinishedRuns runs) {
    const LosersAt before = losers_at(*runs[0], 0.1 * kFarTau);
    const LosersAt end = losers_at(*runs[0], kFarTau);
    const double exponent =
        polarize::log(spread(before.scaled) / spread(end.scaled)) / polarize::log(end.tau / before.tau);
    const double predicted = 2.0 / static_cast<double>(end.scaled.size() + 1);
    return {.measured = exponent,
            .tolerance = (0.1 + 2.0 * spread(before.scaled)) * predicted,
            .note = "relative spread " + short_text(spread(before.scaled)) + " at tau=" + short_text(before.tau) +
                    ", " + short_text(spread(end.scaled)) + " at tau=" + short_text(end.tau)};
}

std::vector<double> decomposed(const Array& matrix) {
    return singular_values(matrix.data, matrix.shape[0], matrix.shape[1]);
}

/// V(t) is V(0) plus a matrix of rank one, so sigma_2 never exceeds sigma_1 of the start; and sigma_1 is at least ‖u‖.
Measurement judge_rank(FinishedRuns runs) {
    const Snapshot& last = runs[0]->last;
    const std::vector<double> start = decomposed(last.arrays.at("V"));
    const std::vector<double> end = decomposed(last.arrays.at("V_final"));
    double squares = 0;
    for (const double value : last.u) squares += value * value;
    return {.measured = end[1] / end[0],
            .tolerance = start[0] / std::sqrt(squares),
            .note = "sigma_1 = " + short_text(end[0]) + ", sigma_2 = " + short_text(end[1]) +
                    "; the tolerance is sigma_1(0)/|u|"};
}

}  // namespace

void plan_limit(const Subject& subject, std::vector<Check>& checks) {
    if (!subject.is_logistic_softmax() || !subject.has_first() || subject.train() != Train::both) return;
    const Params run = far_flow(subject);
    const auto add = [&](std::string_view claim, Relation relation, double predicted, auto judge) {
        checks.push_back({.claim = claim, .runs = {run}, .relation = relation, .predicted = predicted, .judge = judge});
    };
    const std::size_t k = subject.tokens();
    if (subject.is_ordered_alike())
        add("one-hot", Relation::near, 1, [first = subject.first()](FinishedRuns runs) {
            return Measurement{.measured = runs[0]->last.alpha[first],
                               .tolerance = 1e-9 * std::max(1.0, squared_temperature(*runs[0])),
                               .note = "token " + std::to_string(first)};
        });
    add("loss-vanishes", Relation::near, 0,
        [](FinishedRuns runs) { return Measurement{.measured = runs[0]->last.loss, .tolerance = 1e-12}; });
    const std::size_t rank = std::min(subject.config.d, k);
    if (rank > 1 && rank <= kLargestDecomposed) add("rank-one", Relation::near, 0, judge_rank);
    if (k > 1) {
        const double T = subject.temperature();
        add("asymptote", Relation::near, 2.0 * T * T / static_cast<double>(k), judge_asymptote);
    }
    if (k > 2) add("losers-alike", Relation::near, 2.0 / static_cast<double>(k), judge_likeness);
    add("log-growth", Relation::near, 1, [](FinishedRuns runs) {
        const Snapshot& last = runs[0]->last;
        return Measurement{
            .measured = metric(last, "margin") / last.flow->log_t,
            .tolerance = 1e-3,
            .note = "z = " + short_text(metric(last, "margin")) + ", log t = " + short_text(last.flow->log_t)};
    });
}

}  // namespace polarize::claim_checks
