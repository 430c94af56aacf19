// The experiment `tied` against the published runs, from their a and beta_star.
//
// Two BLAS libraries under the published program agree to 2e−15; the bound leaves room for another order of sums.

#include <gtest/gtest.h>

#include "support/compare.hpp"
#include "support/reference.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::metric;
using test::reference;
using test::reference_values;

constexpr double kTolerance = 1e-12;

nlohmann::json published(const std::string& D) { return test::reference_json("tied/checkpoints")["D" + D]; }

class PublishedTied : public ::testing::TestWithParam<std::string> {
  protected:
    std::string prefix() const { return "tied/D" + GetParam() + "_"; }
    std::unique_ptr<Runner> start() const {
        return test::runner_of("tied", {},
                               {{"a", reference(prefix() + "a")}, {"beta_star", reference(prefix() + "beta_star")}});
    }
};

INSTANTIATE_TEST_SUITE_P(Sizes, PublishedTied, ::testing::Values("10", "20", "50"),
                         [](const auto& info) { return "D" + info.param; });

TEST_P(PublishedTied, EndsAsPublished) {
    const auto runner = start();
    EXPECT_EQ(runner->advance(100000), 10000);
    const Snapshot run = runner->snapshot();
    EXPECT_TRUE(close(run.arrays.at("U_final").data, reference_values(prefix() + "U_final"), kTolerance));
    EXPECT_TRUE(close(run.a, reference_values(prefix() + "a_final"), kTolerance));
    EXPECT_TRUE(close(run.alpha, reference_values(prefix() + "alpha_final"), kTolerance));
    const nlohmann::json end = published(GetParam());
    EXPECT_TRUE(close(run.loss, end["loss_final"].get<double>(), kTolerance));
    EXPECT_TRUE(close(run.entropy, end["entropy_final"].get<double>(), kTolerance));
    EXPECT_EQ(run.winner, end["winner_final"].get<std::int64_t>());
    EXPECT_TRUE(close(metric(run, "top_column_norm"), end["top_column_norm_final"].get<double>(), kTolerance));
    EXPECT_TRUE(close(metric(run, "other_column_norm"), end["other_column_norm_final"].get<double>(), kTolerance));
}

TEST_P(PublishedTied, PassesTheCheckpoints) {
    const auto runner = start();
    const nlohmann::json run = published(GetParam());
    for (const nlohmann::json& point : run["checkpoints"]) {
        runner->advance(point["updates"].get<std::int64_t>() - runner->step());
        const Snapshot now = runner->snapshot({.arrays = false});
        EXPECT_TRUE(close(now.loss, point["loss"].get<double>(), kTolerance)) << point["updates"];
        EXPECT_TRUE(close(now.max_alpha, point["max_alpha"].get<double>(), kTolerance)) << point["updates"];
    }
}

// The winner is that of a at the start only for D = 10; it may change in the first updates.
TEST_P(PublishedTied, ChangesItsWinnerAtThePublishedUpdates) {
    const auto runner = start();
    const nlohmann::json run = published(GetParam());
    for (const nlohmann::json& change : run["winner_changes"]) {
        const auto update = change["updates"].get<std::int64_t>();
        if (update > 0) {
            runner->advance(update - 1 - runner->step());
            EXPECT_NE(runner->snapshot().winner, change["winner"].get<std::int64_t>()) << update;
        }
        runner->advance(update - runner->step());
        EXPECT_EQ(runner->snapshot().winner, change["winner"].get<std::int64_t>()) << update;
    }
}

// Recorded after the update at the column that won before it: comparable from the last change of the winner on.
TEST_P(PublishedTied, GrowsTheWinnersColumnAsPublished) {
    const auto runner = start();
    const nlohmann::json run = published(GetParam());
    const auto settled = run["winner_changes"].back()["updates"].get<std::int64_t>();
    for (const nlohmann::json& point : run["column_checkpoints"]) {
        const auto updates = point["updates"].get<std::int64_t>();
        runner->advance(updates - runner->step());
        if (updates <= settled) continue;
        EXPECT_TRUE(
            close(metric(runner->snapshot(), "top_column_norm"), point["top_column_norm"].get<double>(), kTolerance))
            << updates;
    }
}

// Only its numbers were kept, so it starts from the seed, with a teacher that may differ in the last bit.
TEST(PublishedTied, OfAHundredTokensEndsAsPublished) {
    const Snapshot run = test::finished("tied", {{"D", "100"}});
    const nlohmann::json end = published("100");
    EXPECT_TRUE(close(run.alpha, end["alpha_final"].get<std::vector<double>>(), kTolerance));
    EXPECT_TRUE(close(run.loss, end["loss_final"].get<double>(), kTolerance));
    EXPECT_EQ(run.winner, end["winner_final"].get<std::int64_t>());
    EXPECT_TRUE(close(metric(run, "top_column_norm"), end["top_column_norm_final"].get<double>(), kTolerance));
    EXPECT_TRUE(close(metric(run, "other_column_norm"), end["other_column_norm_final"].get<double>(), kTolerance));
}

}  // namespace
}  // namespace polarize
