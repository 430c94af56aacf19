// The experiment `logistic` against the published run: 8 tokens, 10⁶ updates.
//
// Both compute the same formulas in double precision and differ in the order of sums and in the last bit of exp. The
// flow damps such differences: two BLAS libraries under the published program agree to 2e−15. The bounds here leave
// room for the larger margin in which the loss magnifies an error of z: dloss/loss = −dz.

#include <gtest/gtest.h>

#include "support/compare.hpp"
#include "support/reference.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::reference_values;
using test::sample;

constexpr double kTolerance = 1e-12;

/// One run from the seed, which gives the published start to the bit.
const Snapshot& run() {
    static const Snapshot snapshot = test::finished("logistic", {{"samples", "2000"}});
    return snapshot;
}

TEST(PublishedLogistic, EndsAsPublished) {
    EXPECT_TRUE(close(run().arrays.at("V_final").data, reference_values("logistic/V_final"), kTolerance));
    EXPECT_TRUE(close(run().a, reference_values("logistic/a_final"), kTolerance));
    const nlohmann::json end = test::reference_json("logistic/checkpoints");
    EXPECT_TRUE(close(run().alpha, end["alpha_final"].get<std::vector<double>>(), kTolerance));
    EXPECT_TRUE(close(run().u, end["u_final"].get<std::vector<double>>(), kTolerance));
    EXPECT_TRUE(close(run().loss, end["loss_final"].get<double>(), kTolerance));
    EXPECT_TRUE(close(run().entropy, end["entropy_final"].get<double>(), kTolerance));
}

TEST(PublishedLogistic, TakesTheSameCourse) {
    const std::vector<double> updates = reference_values("logistic/history_updates");
    ASSERT_EQ(run().history.samples(), updates.size() + 1) << "beyond the published samples, the start";
    for (const char* name : {"loss", "a", "u"}) {
        const std::vector<double> expected = reference_values("logistic/history_" + std::string(name));
        const std::size_t width = run().history.find(name)->width;
        for (std::size_t i = 0; i < updates.size(); ++i)
            ASSERT_TRUE(close(sample(run(), name, static_cast<std::int64_t>(updates[i])),
                              std::span(expected).subspan(i * width, width), kTolerance))
                << name << " after " << updates[i];
    }
}

TEST(PublishedLogistic, PassesTheCheckpoints) {
    const auto runner = test::runner_of("logistic");
    const nlohmann::json published = test::reference_json("logistic/checkpoints");
    for (const nlohmann::json& point : published["checkpoints"]) {
        runner->advance(point["updates"].get<std::int64_t>() - runner->step());
        const Snapshot now = runner->snapshot({.arrays = false});
        EXPECT_TRUE(close(now.alpha, point["alpha"].get<std::vector<double>>(), kTolerance)) << point["updates"];
        EXPECT_TRUE(close(now.a, point["a"].get<std::vector<double>>(), kTolerance)) << point["updates"];
        EXPECT_TRUE(close(now.u, point["u"].get<std::vector<double>>(), kTolerance)) << point["updates"];
        EXPECT_TRUE(close(now.loss, point["loss"].get<double>(), kTolerance)) << point["updates"];
    }
}

}  // namespace
}  // namespace polarize
