// The experiment `kl` against the published runs, from their V, a and p_star.
//
// Two BLAS libraries under the published program agree to 5e−14. The published losses take log(q + 1e−15) where the
// library takes log(q): with ten classes they differ by at most Σ p* 1e−15/q, about 1e−14.

#include <gtest/gtest.h>

#include <cmath>

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

std::unique_ptr<Runner> published_start() {
    return test::runner_of("kl", {},
                           {{"V", reference("kl/V")}, {"a", reference("kl/a")}, {"p_star", reference("kl/p_star")}});
}

/// Runs to `last`, comparing with every published checkpoint on the way.
void pass_checkpoints(Runner& runner, std::int64_t last) {
    const nlohmann::json published = test::reference_json("kl/checkpoints");
    for (const nlohmann::json& point : published["checkpoints"]) {
        const auto updates = point["updates"].get<std::int64_t>();
        if (updates > last) break;
        runner.advance(updates - runner.step());
        const Snapshot now = runner.snapshot({.arrays = false});
        EXPECT_TRUE(close(now.loss, point["loss"].get<double>(), 0, kTolerance)) << updates;
        EXPECT_TRUE(close(metric(now, "kl_divergence"), point["kl_divergence"].get<double>(), 0, kTolerance))
            << updates;
        if (!point.contains("a")) continue;
        EXPECT_TRUE(close(now.a, point["a"].get<std::vector<double>>(), kTolerance)) << updates;
        EXPECT_TRUE(close(now.alpha, point["alpha"].get<std::vector<double>>(), kTolerance)) << updates;
    }
}

TEST(PublishedKl, PassesTheCheckpointsOfAMillionUpdates) {
    const auto runner = published_start();
    pass_checkpoints(*runner, 1000000);
    const Snapshot run = runner->snapshot();
    EXPECT_EQ(run.step, 1000000);
    EXPECT_TRUE(close(run.arrays.at("V_final").data, reference_values("kl/V_final_1e6"), kTolerance));
    EXPECT_TRUE(close(run.a, reference_values("kl/a_final_1e6"), kTolerance));
}

// It takes seconds, so it belongs to native release builds alone.
#if !defined(__EMSCRIPTEN__) && defined(NDEBUG)
TEST(PublishedKl, FreezesNearOneHotAfterTenMillion) {
    const auto runner = published_start();
    pass_checkpoints(*runner, 10000000);
    ASSERT_TRUE(runner->done());
    const Snapshot run = runner->snapshot();
    EXPECT_TRUE(close(run.arrays.at("V_final").data, reference_values("kl/V_final_1e7"), kTolerance));
    EXPECT_TRUE(close(run.a, reference_values("kl/a_final_1e7"), kTolerance));
    EXPECT_NEAR(run.max_alpha, 0.96672, 5e-6);
}
#endif

TEST(PublishedKl, FallsToTheEntropyOfItsTarget) {
    double entropy = 0;
    for (const double p : reference_values("kl/p_star")) entropy -= p * std::log(p);
    EXPECT_NEAR(entropy, test::reference_json("kl/checkpoints")["entropy_p_star"].get<double>(), 1e-14);
    const auto runner = published_start();
    runner->advance(200000);
    EXPECT_NEAR(runner->snapshot().loss, entropy, 2e-6);
}

}  // namespace
}  // namespace polarize
