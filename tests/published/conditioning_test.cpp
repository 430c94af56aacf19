// The experiment `conditioning` against the published runs, from their V, a, X and y.
//
// Two BLAS libraries under the published program agree to 1.3e−13 in V and a. A loss ‖y − X beta‖² that has fallen far
// below the start carries the errors of its residual: relative to √loss · 1e−13, so its bound has an absolute part.

#include <gtest/gtest.h>

#include "support/compare.hpp"
#include "support/reference.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::reference;
using test::reference_values;

constexpr double kTolerance = 1e-11;
constexpr double kLossTolerance = 1e-9;
constexpr double kSmallestLoss = 1e-20;  // of about 17 at the start

std::string prefix(const std::string& kappa) { return "conditioning/kappa" + kappa + "_"; }

Arrays published_start(const std::string& kappa) {
    Arrays arrays;
    for (const char* name : {"V", "a", "X", "y"}) arrays[name] = reference(prefix(kappa) + name);
    return arrays;
}

nlohmann::json published(const std::string& kappa) {
    return test::reference_json("conditioning/checkpoints")["kappa" + kappa];
}

class PublishedConditioning : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Kappas, PublishedConditioning, ::testing::Values("1", "3", "5"),
                         [](const auto& info) { return "kappa" + info.param; });

TEST_P(PublishedConditioning, PassesTheCheckpointsAndEndsAsPublished) {
    const auto runner = test::runner_of("conditioning", {}, published_start(GetParam()));
    const nlohmann::json points = published(GetParam());
    for (const nlohmann::json& point : points["checkpoints"]) {
        runner->advance(point["updates"].get<std::int64_t>() - runner->step());
        const Snapshot now = runner->snapshot({.arrays = false});
        EXPECT_TRUE(close(now.loss, point["loss"].get<double>(), kLossTolerance, kSmallestLoss)) << point["updates"];
        if (point.contains("a")) {
            EXPECT_TRUE(close(now.a, point["a"].get<std::vector<double>>(), kTolerance)) << point["updates"];
        }
    }
    ASSERT_TRUE(runner->done());
    const Snapshot run = runner->snapshot({.singular_values = true});
    EXPECT_TRUE(close(run.arrays.at("V_final").data, reference_values(prefix(GetParam()) + "V_final"), kTolerance));
    EXPECT_TRUE(close(run.a, reference_values(prefix(GetParam()) + "a_final"), kTolerance));
    EXPECT_TRUE(close(run.alpha, points["alpha_final"].get<std::vector<double>>(), kTolerance));
    EXPECT_TRUE(close(run.entropy, points["entropy_final"].get<double>(), kTolerance));
    EXPECT_TRUE(close(std::span(run.arrays.at("singular_values").data).first(5),
                      points["singular_values_final"].get<std::vector<double>>(), kTolerance));
}

class PublishedConditioningHistory : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Kappas, PublishedConditioningHistory, ::testing::Values("1", "5"),
                         [](const auto& info) { return "kappa" + info.param; });

TEST_P(PublishedConditioningHistory, IsTheSameCourse) {
    const std::vector<double> updates = reference_values(prefix(GetParam()) + "history_updates");
    const std::vector<double> loss = reference_values(prefix(GetParam()) + "history_loss");
    const std::vector<double> a = reference_values(prefix(GetParam()) + "history_a");
    const std::vector<double> singular_values = reference_values(prefix(GetParam()) + "history_singular_values");
    const auto runner = test::runner_of("conditioning", {}, published_start(GetParam()));
    for (std::size_t i = 0; i < updates.size(); ++i) {
        runner->advance(static_cast<std::int64_t>(updates[i]) - runner->step());
        const Snapshot now = runner->snapshot({.arrays = false, .singular_values = true});
        ASSERT_TRUE(close(now.loss, loss[i], kLossTolerance, kSmallestLoss)) << updates[i];
        ASSERT_TRUE(close(now.a, std::span(a).subspan(i * 20, 20), kTolerance)) << updates[i];
        ASSERT_TRUE(
            close(now.arrays.at("singular_values").data, std::span(singular_values).subspan(i * 20, 20), kTolerance))
            << updates[i];
    }
}

// Only their numbers were kept, so these start from the seed, with an X that differs in the last bits.
TEST(PublishedConditioning, OfTheOtherKappasEndsAsPublished) {
    for (const char* kappa : {"2", "4"}) {
        const Snapshot run = test::finished("conditioning", {{"kappa", kappa}});
        EXPECT_TRUE(close(run.alpha, published(kappa)["alpha_final"].get<std::vector<double>>(), 1e-10)) << kappa;
        EXPECT_TRUE(close(run.a, published(kappa)["a_final"].get<std::vector<double>>(), 1e-10)) << kappa;
        EXPECT_TRUE(close(run.loss, published(kappa)["loss_final"].get<double>(), kLossTolerance, kSmallestLoss))
            << kappa;
    }
}

}  // namespace
}  // namespace polarize
