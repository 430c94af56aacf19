// What a look at a model says in numbers.

#include "run/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

#include "support/compare.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::metric;

/// A look at a model of these weights, with ‖beta‖ = 2, margin 3 and ‖beta_star‖ = 4.
Look look_of(std::vector<double> alpha) {
    Look look;
    look.numbers = {.loss = 0.5, .margin = 3, .grad_V = 0.25, .grad_a = 0.125, .beta_norm = 2};
    look.direction_norm = 4;
    look.a = {1, -2, 4};
    look.u = {0.5, 0.25, 0};
    look.alpha = std::move(alpha);
    look.extra = {{"own", 7}};
    return look;
}

Snapshot described(const Look& look) {
    Snapshot snapshot;
    describe(look, snapshot);
    return snapshot;
}

bool has_metric(const Snapshot& snapshot, std::string_view name) {
    for (const auto& [metric_name, value] : snapshot.metrics)
        if (metric_name == name) return true;
    return false;
}

TEST(Metrics, DescribeTheMoment) {
    const Snapshot snapshot = described(look_of({0.2, 0.5, 0.3}));
    const double entropy = -0.2 * std::log(0.2) - 0.5 * std::log(0.5) - 0.3 * std::log(0.3);
    EXPECT_NEAR(snapshot.entropy, entropy, 1e-15);
    EXPECT_EQ(snapshot.max_alpha, 0.5);
    EXPECT_EQ(snapshot.winner, 1);
    EXPECT_NEAR(metric(snapshot, "entropy_normalised"), entropy / std::log(3), 1e-15);
    EXPECT_EQ(metric(snapshot, "runner_up"), 0.3);
    EXPECT_NEAR(metric(snapshot, "polarisation"), std::log(0.5 / 0.3), 1e-15);
    EXPECT_NEAR(metric(snapshot, "alpha_sum"), 1, 1e-15);
    EXPECT_EQ(metric(snapshot, "a_sum"), 3);
    EXPECT_EQ(metric(snapshot, "grad_V"), 0.25);
    EXPECT_EQ(metric(snapshot, "grad_a"), 0.125);
    EXPECT_EQ(metric(snapshot, "margin"), 3);
    EXPECT_EQ(metric(snapshot, "alignment"), 3.0 / 8);
    EXPECT_EQ(metric(snapshot, "beta_norm"), 2);
    EXPECT_EQ(metric(snapshot, "own"), 7);
}

TEST(Metrics, LeaveOutAPolarisationThatIsNotFinite) {
    EXPECT_FALSE(has_metric(described(look_of({0, 1, 0})), "polarisation"));
    EXPECT_FALSE(has_metric(described(look_of({-1, 3, -1})), "polarisation"));
    EXPECT_FALSE(has_metric(described(look_of({1e300, 1e-300, 0})), "polarisation"));
    EXPECT_TRUE(has_metric(described(look_of({1e100, 1e-100, 0})), "polarisation"));
}

TEST(Metrics, CallTheEntropyOfOneTokenZero) {
    EXPECT_EQ(metric(described(look_of({1})), "entropy_normalised"), 0);
    EXPECT_EQ(metric(described(look_of({1})), "runner_up"), 0);
}

TEST(Metrics, CallTheAlignmentOfNothingZero) {
    Look look = look_of({1, 0, 0});
    look.numbers.beta_norm = 0;
    look.numbers.margin = 0;
    EXPECT_EQ(metric(described(look), "alignment"), 0);
    look = look_of({1, 0, 0});
    look.direction_norm = 0;
    EXPECT_EQ(metric(described(look), "alignment"), 0);
}

TEST(Metrics, NameTheFirstOfEqualWeightsTheWinner) { EXPECT_EQ(described(look_of({0.25, 0.5, 0.5})).winner, 1); }

TEST(Observables, AreRecordedInOneOrder) {
    History history;
    append_look(history, look_of({0.2, 0.5, 0.3}));
    std::string names;
    for (const Series& series : history.series) names += series.name + " ";
    EXPECT_EQ(names, "loss alpha a u grad_V grad_a margin alignment beta_norm entropy max_alpha own ");
}

TEST(Observables, AreNumbersOfTheLook) {
    const Look look = look_of({0.2, 0.5, 0.3});
    History history;
    append_look(history, look);
    for (const auto& [name, width, values] : history.series) {
        if (name == "alpha") {
            EXPECT_EQ(values, look.alpha);
        } else if (name == "a") {
            EXPECT_EQ(values, look.a);
        } else if (name == "u") {
            EXPECT_EQ(values, look.u);
        } else {
            EXPECT_EQ(values.size(), 1U) << name;
            EXPECT_EQ(width, 1U) << name;
        }
    }
}

TEST(Observables, OfRunsIncludeTheModelsOwn) {
    EXPECT_NE(test::finished("kl", {{"steps", "10"}}).history.find("kl_divergence"), nullptr);
    EXPECT_NE(test::finished("tied", {{"steps", "10"}}).history.find("top_column_norm"), nullptr);
    EXPECT_NE(test::finished("tied", {{"steps", "10"}}).history.find("other_column_norm"), nullptr);
    EXPECT_EQ(test::finished("logistic", {{"steps", "10"}}).history.series.size(), 11U);
}

TEST(Alignment, IsTheCosineBetweenPredictorAndTeacher) {
    const Snapshot run = test::finished("logistic", {{"steps", "500"}});
    const std::vector<double>& V = run.arrays.at("V_final").data;
    const std::vector<double>& beta_star = run.arrays.at("beta_star").data;
    double product = 0;
    double square = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        double beta = 0;
        for (std::size_t j = 0; j < 8; ++j) beta += V[8 * i + j] * run.alpha[j];
        product += beta * beta_star[i];
        square += beta * beta;
    }
    EXPECT_TRUE(close(metric(run, "margin"), product, 1e-13));
    EXPECT_TRUE(close(metric(run, "beta_norm"), std::sqrt(square), 1e-13));
    EXPECT_TRUE(close(metric(run, "alignment"), product / std::sqrt(square), 1e-13));
}

TEST(NumericalRank, CountsWhatIsAboveATenBillionthOfTheLargest) {
    EXPECT_EQ(numerical_rank({5, 1, 1e-9, 1e-10, 0}), 3);
    EXPECT_EQ(numerical_rank({0, 0}), 0);
    EXPECT_EQ(numerical_rank({}), 0);
    EXPECT_EQ(numerical_rank({1e-300, 1e-305}), 2);
}

}  // namespace
}  // namespace polarize
