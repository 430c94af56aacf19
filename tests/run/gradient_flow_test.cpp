// Runs by gradient flow instead of gradient descent.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "support/compare.hpp"
#include "support/errors.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::error_of;
using test::finished;
using test::runner_of;
using test::series;
using test::Settings;

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

/// The settings of a flow until `horizon` in the unit `until`, and what else is to be set.
Settings flow(std::string_view until, std::string_view horizon, Settings more = {}) {
    more.insert(more.begin(), {{"dynamics", "flow"}, {"until", until}, {"horizon", horizon}});
    return more;
}

TEST(GradientFlow, IsTheLimitOfGradientDescent) {
    for (const char* id : {"logistic", "normalisers-square", "tied", "kl", "conditioning"}) {
        const std::vector<double> limit = finished(id, flow("t", "40", {{"tol", "1e-12"}})).alpha;
        const auto distance = [&](const char* lr, const char* steps) {
            const std::vector<double> alpha = finished(id, {{"lr", lr}, {"steps", steps}}).alpha;
            double largest = 0;
            for (std::size_t i = 0; i < alpha.size(); ++i) largest = std::max(largest, std::abs(alpha[i] - limit[i]));
            return largest;
        };
        const double coarse = distance("0.01", "4000");
        const double fine = distance("0.005", "8000");
        EXPECT_LT(coarse, 1e-2) << id;
        EXPECT_NEAR(coarse / fine, 2, 0.1) << id << ": gradient descent is of first order";
    }
}

// Losers' scores are driven to the kink at 0 from both sides and stay on it.
TEST(GradientFlow, HoldsScoresThatTheMapDrivesToItsKink) {
    for (const char* map : {"l1", "softpick"}) {
        const Snapshot far = finished("normalisers-logistic", flow("log10t", "200", {{"map", map}}));
        EXPECT_EQ(far.status, RunStatus::finished) << map;
        EXPECT_LT(far.flow->accepted, 10000) << map;
        EXPECT_GT(far.max_alpha, 0.999) << map;
        EXPECT_GT(std::ranges::count(far.a, 0.0), 3) << map;
        // Descent chatters about the kink by as little as its step.
        const Snapshot limit = finished("normalisers-logistic", flow("t", "500", {{"map", map}}));
        const Snapshot descent = finished("normalisers-logistic", {{"map", map}, {"lr", "0.01"}, {"steps", "50000"}});
        EXPECT_TRUE(close(descent.alpha, limit.alpha, 1e-3)) << map;
    }
}

TEST(GradientFlow, OfTokensThatAreAllAlikeComesToRest) {
    const Arrays alike{{"V", {{3, 4}, {0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.2, 0.3, 0.3, 0.3, 0.3}}},
                       {"a", {{4}, {0, 0, 0, 0}}},
                       {"beta_star", {{3}, {1, 0, 0}}}};
    for (const char* loss : {"logistic", "square"}) {
        const Snapshot run = finished("custom", flow("log10t", "300", {{"loss", loss}}), alike);
        EXPECT_EQ(run.status, RunStatus::finished) << loss;
        EXPECT_EQ(run.alpha, std::vector<double>(4, 0.25)) << loss;
        EXPECT_LT(run.flow->accepted, 1000) << loss;
    }
}

TEST(GradientFlow, StopsExactlyAtItsHorizon) {
    const Snapshot at_t = finished("kl", flow("t", "12.5"));
    EXPECT_EQ(at_t.status, RunStatus::finished);
    EXPECT_TRUE(close(at_t.time, 12.5, 1e-14));
    EXPECT_EQ(at_t.progress, 1);
    const Snapshot at_tau = finished("logistic", flow("tau", "30"));
    EXPECT_EQ(at_tau.flow->tau, 30);
    const Snapshot at_log_t = finished("logistic", flow("log10t", "6"));
    EXPECT_TRUE(close(at_log_t.time, 1e6, 1e-12));
    EXPECT_TRUE(close(at_log_t.flow->log_t, std::log(1e6), 1e-14));
    const Snapshot in_t = finished("logistic", flow("t", "1000000"));
    EXPECT_TRUE(close(in_t.alpha, at_log_t.alpha, 1e-9));
}

TEST(GradientFlow, GoesFarBeyondWhatADoubleCanHoldInTime) {
    const Snapshot run = finished("logistic", flow("log10t", "1000"));
    EXPECT_EQ(run.status, RunStatus::finished);
    EXPECT_TRUE(close(run.flow->log_t, 1000 * std::log(10.0), 1e-12));
    EXPECT_EQ(run.time, std::numeric_limits<double>::max());
    EXPECT_LT(run.flow->accepted, 5000);
    EXPECT_GT(run.max_alpha, 1 - 1e-5);
    for (const Series& recorded : run.history.series) {
        if (recorded.name == "log_t") continue;  // −∞ at the start
        EXPECT_TRUE(test::all_finite(recorded.values)) << recorded.name;
    }
}

TEST(GradientFlow, RecordsItsClocksBesideTheObservables) {
    const Snapshot run = finished("logistic", flow("tau", "100"));
    const auto time = series(run, "time");
    const auto tau = series(run, "tau");
    const auto log_t = series(run, "log_t");
    EXPECT_EQ(tau[0], 0);
    EXPECT_EQ(time[0], 0);
    EXPECT_EQ(log_t[0], -HUGE_VAL);
    EXPECT_EQ(tau.back(), 100);
    for (std::size_t i = 1; i < tau.size(); ++i) {
        EXPECT_GT(tau[i], tau[i - 1]);
        EXPECT_GT(log_t[i], log_t[i - 1]);
        EXPECT_TRUE(close(std::log(time[i]), log_t[i], 1e-12, 1e-12));
    }
    EXPECT_EQ(run.history.series.size(), 14U);
}

TEST(GradientFlow, SpacesItsSamplesEvenlyInTheLogarithm) {
    const Snapshot run = finished("logistic", flow("tau", "1000", {{"samples", "50"}}));
    const auto tau = series(run, "tau");
    // 10 a decade from 0.01 on, between the start and the end
    EXPECT_TRUE(close(tau[1], 0.01, 1e-9));
    for (std::size_t i = 2; i + 1 < tau.size(); ++i)
        EXPECT_TRUE(close(tau[i] / tau[i - 1], std::pow(10, 0.1), 1e-9)) << i;
}

TEST(GradientFlow, KeepsTheInvariantsOfTheFlow) {
    for (const char* id : {"logistic", "normalisers-square", "normalisers-logistic", "kl", "conditioning"}) {
        const Snapshot run = finished(id, flow("t", "200", {{"tol", "1e-12"}}));
        const auto sum_of = [](std::span<const double> values) {
            return std::accumulate(values.begin(), values.end(), 0.0);
        };
        EXPECT_NEAR(sum_of(run.a), sum_of(test::sample(run, "a", 0)), 1e-9) << id;
        const auto loss = series(run, "loss");
        for (std::size_t i = 1; i < loss.size(); ++i) EXPECT_LE(loss[i], loss[i - 1] + 1e-15) << id;
    }
}

TEST(GradientFlow, GivesTheSameBitsHoweverItsStepsAreSplit) {
    for (const Experiment& experiment : catalogue()) {
        const Settings settings = flow("t", "30", {{"samples", "40"}});
        const Snapshot whole = finished(experiment.id, settings);
        const auto runner = runner_of(experiment.id, settings);
        for (std::int64_t budget = 1; !runner->done(); budget = budget % 5 + 1) {
            runner->advance(budget);
            runner->snapshot();
        }
        EXPECT_TRUE(test::same_run(runner->snapshot(), whole)) << experiment.id;
    }
}

TEST(GradientFlow, GivesTheSameBitsOnEveryInstructionSet) {
    for (const Experiment& experiment : catalogue()) {
        std::vector<Snapshot> runs;
        for (const Isa isa : available_isas()) {
            const test::WithIsa selected(isa);
            runs.push_back(finished(experiment.id, flow("t", "100")));
            EXPECT_TRUE(test::same_run(runs.back(), runs.front())) << experiment.id << ", " << name(isa);
        }
    }
}

TEST(GradientFlow, CountsItsWork) {
    const auto runner = runner_of("logistic", flow("tau", "100"));
    EXPECT_EQ(runner->advance(10), 10);
    const Snapshot run = runner->snapshot();
    EXPECT_EQ(run.step, 10);
    EXPECT_EQ(run.last_step, 0);
    EXPECT_EQ(run.flow->accepted, 10);
    EXPECT_GT(run.flow->rhs_evals, 100);
    EXPECT_FALSE(finished("logistic", {{"steps", "10"}}).flow.has_value()) << "gradient descent has no such clock";
}

TEST(GradientFlow, MakesProgressFromNothingToOne) {
    const auto runner = runner_of("kl", flow("t", "1000"));
    double before = runner->progress();
    EXPECT_EQ(before, 0);
    while (!runner->done()) {
        runner->advance(5);
        EXPECT_GE(runner->progress(), before);
        before = runner->progress();
    }
    EXPECT_EQ(before, 1);
}

TEST(GradientFlow, OfNoTimeIsDoneAtOnce) {
    for (const char* until : {"t", "tau"}) {
        const auto runner = runner_of("logistic", flow(until, "0"));
        EXPECT_TRUE(runner->done());
        EXPECT_EQ(runner->advance(5), 0);
        EXPECT_EQ(runner->snapshot().status, RunStatus::finished);
        EXPECT_EQ(runner->snapshot().history.samples(), 1U);
    }
}

TEST(GradientFlow, RefusesHorizonsThatItCannotHave) {
    const auto refusal = [](std::string_view id, const Settings& settings) {
        return error_of([&] { runner_of(id, settings); });
    };
    EXPECT_EQ(refusal("kl", flow("tau", "10")),
              "until: \"tau\" is the rescaled time of the logistic value-softmax flow; allowed: t, log10t");
    EXPECT_TRUE(refusal("tied", flow("tau", "10")).starts_with("until: \"tau\" "));
    EXPECT_EQ(refusal("kl", flow("t", "-1")), "horizon: -1 is out of range for until = t; allowed: 0 to 1e308");
    EXPECT_TRUE(refusal("logistic", flow("tau", "1e8"))
                    .starts_with("horizon: 100000000 is out of range for until = tau; allowed: "));
    EXPECT_TRUE(
        refusal("kl", flow("log10t", "301")).starts_with("horizon: 301 is out of range for until = log10t; allowed: "));
}

TEST(GradientFlow, CarriesOnWhenItsHorizonMoves) {
    const auto runner = runner_of("logistic", flow("tau", "20"));
    runner->advance(kNoLimit);
    ASSERT_TRUE(runner->done());
    runner->set("horizon", "60");
    EXPECT_FALSE(runner->done());
    runner->advance(kNoLimit);
    const Snapshot extended = runner->snapshot();
    EXPECT_EQ(extended.flow->tau, 60);
    EXPECT_TRUE(close(extended.alpha, finished("logistic", flow("tau", "60")).alpha, 1e-7));
    const auto tau = series(extended, "tau");
    EXPECT_EQ(std::ranges::adjacent_find(tau, std::greater_equal<>()), tau.end());
}

TEST(GradientFlow, RefusesAHorizonThatLiesBehind) {
    const auto runner = runner_of("logistic", flow("tau", "20"));
    runner->advance(kNoLimit);
    const Snapshot before = runner->snapshot();
    EXPECT_EQ(error_of([&] { runner->set("horizon", "10"); }),
              "horizon: 10 lies behind the time already reached; allowed: later times");
    EXPECT_TRUE(
        error_of([&] { runner->set("horizon", "-5"); }).starts_with("horizon: -5 is out of range for until = tau"));
    EXPECT_TRUE(test::same_run(runner->snapshot(), before));
    EXPECT_EQ(runner->params().text("horizon"), "20");
}

TEST(GradientFlow, TakesLiveChangesOfWhatMoves) {
    const auto runner = runner_of("normalisers-square", flow("t", "100"));
    EXPECT_EQ(runner->advance(5), 5);
    const std::vector<double> a = runner->snapshot().a;
    runner->set("train", "V");
    EXPECT_EQ(runner->advance(5), 5);
    EXPECT_TRUE(close(runner->snapshot().a, a, 1e-15));
    runner->set("train", "both");
    runner->set("map", "l2");
    runner->advance(kNoLimit);
    EXPECT_EQ(runner->snapshot().status, RunStatus::finished);
    EXPECT_GT(runner->snapshot().flow->accepted, 10) << "work before a change counts";
}

// Scores whose sum goes to 0 under the map "sum" make weights that grow beyond all bounds at a finite tau.
TEST(GradientFlow, SaysThatItIsStuckWhereNoStepGetsOn) {
    const Snapshot run = finished("custom", flow("tau", "1000", {{"map", "sum"}, {"a_mean", "1"}}));
    EXPECT_EQ(run.status, RunStatus::stuck);
    EXPECT_EQ(run.diverged_step, -1);
    EXPECT_EQ(stop_reason(run), "stuck at step " + std::to_string(run.step + 1) + ": " + run.stuck_reason);
    EXPECT_GT(run.progress, 0.3);
    EXPECT_LT(run.progress, 1) << "it has not come to its end";
    EXPECT_LT(run.flow->accepted, 1'000'000);
}

TEST(GradientFlow, RefusesANegativeBudget) {
    EXPECT_TRUE(
        error_of([] { runner_of("logistic", flow("t", "1"))->advance(-1); }).starts_with("budget: -1 is out of range"));
}

// The weights of `kl` freeze; descent with lr 0.1 shows 0.96672 from 2·10⁶ updates on.
TEST(GradientFlow, ComesToRestWhereGradientDescentDoes) {
    const Snapshot run = finished("kl", flow("log10t", "9"));
    EXPECT_EQ(run.status, RunStatus::finished);
    EXPECT_NEAR(run.max_alpha, 0.96672, 2e-3);
    EXPECT_LT(test::metric(run, "kl_divergence"), 1e-12);
    EXPECT_LT(run.flow->accepted, 5000);
}

}  // namespace
}  // namespace polarize
