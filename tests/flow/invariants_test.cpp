// What the paper proves about the flow, seen in gradient descent.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/compare.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::kAllLosses;
using test::kAllMaps;
using test::model_of;
using test::random_problem;
using test::sample;

double total(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Positions of the numbers from the largest down.
std::vector<std::size_t> order_of(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t i, std::size_t j) { return values[i] > values[j]; });
    return order;
}

/// The differences between the numbers taken in `order`.
std::vector<double> gaps(std::span<const double> values, const std::vector<std::size_t>& order) {
    std::vector<double> result;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) result.push_back(values[order[i]] - values[order[i + 1]]);
    return result;
}

/// Maps of differences of scores alone.
constexpr std::array<Weighting, 4> kShiftInvariantMaps{
    {ScoreMap::softmax, {ScoreMap::softmax, 0.6}, ScoreMap::sparsemax, ScoreMap::entmax15}};

TEST(Invariants, MapsOfDifferencesConserveTheSumOfTheScoresForEveryLoss) {
    for (const Loss loss : kAllLosses)
        for (const Weighting map : kShiftInvariantMaps) {
            const auto model = model_of(random_problem(loss, {6, 9, 7}, 51), map, Train::both, 0.02);
            const double before = total(model->observe().a);
            model->descend(5000);
            EXPECT_NEAR(total(model->observe().a), before, 1e-12) << test::case_name(loss, map);
        }
}

TEST(Invariants, NormalisedWeightsSumToOneAllAlong) {
    for (const Loss loss : {Loss::logistic, Loss::square, Loss::kl})
        for (const ScoreMap map : {ScoreMap::softmax, ScoreMap::l1, ScoreMap::l2, ScoreMap::relu_norm,
                                   ScoreMap::sparsemax, ScoreMap::entmax15}) {
            const auto model = model_of(random_problem(loss, {6, 9, 7}, 52), map, Train::both, 0.01);
            for (int look = 0; look < 10; ++look) {
                EXPECT_NEAR(total(model->observe().alpha), 1, 1e-9) << test::case_name(loss, map);
                model->descend(100);
            }
        }
}

TEST(Invariants, ScoresThatAllMoveTogetherChangeNothingUnderMapsOfDifferences) {
    for (const Loss loss : kAllLosses)
        for (const Weighting map : kShiftInvariantMaps) {
            ValueProblem problem = random_problem(loss, {6, 9, 7}, 53);
            const auto model = model_of(problem, map, Train::both, 0.02);
            for (double& score : problem.arrays.at("a").data) score += 4;
            const auto moved = model_of(problem, map, Train::both, 0.02);
            model->descend(1000);
            moved->descend(1000);
            EXPECT_TRUE(close(moved->observe().alpha, model->observe().alpha, 1e-11, 1e-13))
                << test::case_name(loss, map);
            EXPECT_TRUE(close(moved->parameters().at("V").data, model->parameters().at("V").data, 1e-11));
        }
}

TEST(Invariants, SmallStepsNeverRaiseTheLoss) {
    for (const Loss loss : kAllLosses)
        for (const Weighting map : kAllMaps) {
            const auto model = model_of(random_problem(loss, {4, 5, 6}, 54), map, Train::both, 1e-3);
            double before = model->observe().numbers.loss;
            for (int step = 0; step < 300; ++step) {
                model->descend(1);
                const double now = model->observe().numbers.loss;
                ASSERT_LE(now, before) << test::case_name(loss, map) << ", step " << step;
                before = now;
            }
        }
}

// Theorem 3.2: with a(0) = 0 the order of the projections u and of the weights stays, and the gaps grow (from the
// second update on: at the first all weights are equal).
TEST(Invariants, TheRaceKeepsItsOrderAndTheGapsGrow) {
    const Snapshot run = test::finished("logistic", {{"steps", "20000"}});
    const auto order = order_of(sample(run, "u", 0));
    std::vector<double> last_gaps = gaps(sample(run, "u", 1), order);
    for (const std::int64_t step : run.history.steps) {
        if (step < 2) continue;
        EXPECT_EQ(order_of(sample(run, "u", step)), order) << step;
        EXPECT_EQ(order_of(sample(run, "a", step)), order) << step;
        EXPECT_EQ(order_of(sample(run, "alpha", step)), order) << step;
        const std::vector<double> now = gaps(sample(run, "u", step), order);
        for (std::size_t i = 0; i < now.size(); ++i) EXPECT_GT(now[i], last_gaps[i]) << step;
        last_gaps = now;
    }
}

// Theorem 3.3: the token with the largest initial u takes the weight, and the loss vanishes.
TEST(Invariants, TheLargestInitialProjectionWins) {
    for (const char* seed : {"1", "2", "3", "4", "5"}) {
        const Snapshot run = test::finished("logistic", {{"steps", "50000"}, {"seed", seed}});
        EXPECT_EQ(static_cast<std::size_t>(run.winner), order_of(sample(run, "u", 0)).front()) << seed;
        EXPECT_GT(run.max_alpha, 0.9) << seed;
        EXPECT_LT(run.loss, 1e-3) << seed;
    }
}

// ‖beta_star‖ = 1: V(t) = V(0) + beta_star (u(t) − u(0))ᵀ.
TEST(Invariants, ValuesMoveOnlyAlongTheTeacher) {
    const Snapshot run = test::finished("logistic", {{"steps", "20000"}});
    const std::vector<double>& beta_star = run.arrays.at("beta_star").data;
    std::vector<double> expected = run.arrays.at("V").data;
    for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = 0; j < 8; ++j) expected[8 * i + j] += beta_star[i] * (run.u[j] - sample(run, "u", 0)[j]);
    EXPECT_TRUE(close(run.arrays.at("V_final").data, expected, 1e-12));
}

// du/dtau = ‖beta_star‖² s and da/dtau = s ⊙ (u − ⟨u, s⟩) with dtau = sigmoid(−z) dt, so one update makes dtau = lr
// sigmoid(−z).
TEST(Invariants, AnUpdateIsAStepOfTheRescaledFlow) {
    const ValueProblem problem = random_problem(Loss::logistic, {6, 9, 0}, 55);
    const auto model = model_of(problem, ScoreMap::softmax, Train::both, 0.1);
    const Look before = model->observe();
    model->descend(1);
    const Look after = model->observe();
    const double dtau = 0.1 / (1 + std::exp(before.numbers.margin));
    std::vector<double> u = before.u;
    std::vector<double> a = before.a;
    for (std::size_t i = 0; i < 9; ++i) {
        u[i] += dtau * before.direction_norm * before.direction_norm * before.alpha[i];
        a[i] += dtau * before.alpha[i] * (before.u[i] - before.numbers.margin);
    }
    EXPECT_TRUE(close(after.u, u, 1e-14));
    EXPECT_TRUE(close(after.a, a, 1e-14));
}

// V alone leaves the weights as they are.
TEST(Invariants, JointTrainingPolarisesAndValuesAloneDoNot) {
    const double both = test::finished("logistic", {{"steps", "50000"}}).max_alpha;
    const double V_only = test::finished("logistic", {{"steps", "50000"}, {"train", "V"}}).max_alpha;
    EXPECT_GT(both, 0.9);
    EXPECT_EQ(V_only, 0.125);
}

TEST(Invariants, ElementwiseMapsDoNotPickOneWinner) {
    for (const char* map : {"sigmoid", "relu"})
        EXPECT_GT(test::finished("normalisers-logistic", {{"map", map}}).entropy, 2.0) << map;
    for (const char* map : {"softmax", "l2"})
        EXPECT_LT(test::finished("normalisers-logistic", {{"map", map}}).entropy, 0.2) << map;
}

TEST(Invariants, L1SumAndReluNormRunAlikeWhileAllScoresArePositive) {
    const Snapshot sum = test::finished("normalisers-square", {{"map", "sum"}});
    ASSERT_GT(std::ranges::min(test::series(sum, "a")), 0);
    for (const char* map : {"l1", "relu_norm"}) {
        const Snapshot other = test::finished("normalisers-square", {{"map", map}});
        EXPECT_TRUE(test::same_bits(test::series(other, "alpha"), test::series(sum, "alpha"))) << map;
        EXPECT_TRUE(test::same_bits(other.arrays.at("V_final").data, sum.arrays.at("V_final").data)) << map;
    }
}

}  // namespace
}  // namespace polarize
