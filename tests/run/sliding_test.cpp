// Gradient flow under maps with a kink: scores pass it, slide along it and leave it, at every tolerance. With
// POLARIZE_MANY_SEEDS set, over a thousand seeds.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "support/runs.hpp"

namespace polarize {
namespace {

using test::finished;
using test::Settings;

int seeds() { return std::getenv("POLARIZE_MANY_SEEDS") != nullptr ? 1000 : 8; }

Settings flow_until(std::string_view horizon, std::string_view map, std::string_view tolerance) {
    return {{"dynamics", "flow"}, {"until", "t"}, {"horizon", horizon}, {"map", map}, {"tol", tolerance}};
}

// Two tokens under softpick, of which the second score comes to the kink from below and is driven back from above.
TEST(Sliding, HoldsAScoreAtItsKinkAtEveryTolerance) {
    const Arrays start{{"V", {{1, 2}, {0.1, 0.5}}}, {"a", {{2}, {0.5, -0.1}}}, {"beta_star", {{1}, {1}}}};
    const Snapshot descent = finished("custom", {{"map", "softpick"}, {"lr", "0.01"}, {"steps", "100000"}}, start);
    for (const char* tolerance : {"1e-3", "1e-5", "1e-7", "1e-9", "1e-11", "1e-13"}) {
        const Snapshot run = finished("custom", flow_until("1000", "softpick", tolerance), start);
        ASSERT_EQ(run.status, RunStatus::finished) << tolerance;
        EXPECT_EQ(run.a[1], 0) << tolerance;
        EXPECT_LT(run.flow->accepted, 200) << tolerance;
        EXPECT_NEAR(run.loss / descent.loss, 1, 0.05) << tolerance;
    }
}

TEST(Sliding, ComesToItsEndUnderEveryKinkedMap) {
    for (const ScoreMapTraits& map : kScoreMaps) {
        if (!map.has_kink) continue;
        for (const char* tolerance : {"1e-3", "1e-6", "1e-9", "1e-13"}) {
            for (int seed = 0; seed < seeds(); ++seed) {
                const std::string number = std::to_string(seed);
                Settings settings = flow_until("1000", map.name, tolerance);
                settings.emplace_back("seed", number);
                settings.emplace_back("samples", "2");
                const Snapshot run = finished("custom", settings);
                ASSERT_EQ(run.status, RunStatus::finished) << map.name << ", seed " << seed << ", " << tolerance;
                ASSERT_LT(run.flow->accepted, 1000) << map.name << ", seed " << seed << ", " << tolerance;
            }
        }
    }
}

// Descent chatters about the kink by as little as its step.
TEST(Sliding, EndsWhereDescentBySmallStepsEnds) {
    for (const char* map : {"l1", "softpick"}) {
        for (const char* seed : {"16", "34", "3"}) {
            Settings settings = flow_until("100", map, "1e-9");
            settings.emplace_back("seed", seed);
            const Snapshot run = finished("custom", settings);
            const Snapshot descent = finished("custom", {{"map", map}, {"seed", seed}, {"lr", "0.001"}});
            ASSERT_EQ(run.status, RunStatus::finished);
            for (std::size_t i = 0; i < run.alpha.size(); ++i)
                EXPECT_NEAR(run.alpha[i], descent.alpha[i], 0.01) << map << ", seed " << seed << ", token " << i;
            EXPECT_NEAR(run.loss, descent.loss, 0.01) << map << ", seed " << seed;
        }
    }
}

TEST(Sliding, LeavesScoresThatBeginAtTheKinkThere) {
    const Arrays start{{"V", {{1, 2}, {0.1, 0.5}}}, {"a", {{2}, {0.5, 0}}}, {"beta_star", {{1}, {1}}}};
    for (const char* map : {"l1", "softpick"})
        EXPECT_EQ(finished("custom", flow_until("100", map, "1e-9"), start).a[1], 0) << map;
}

}  // namespace
}  // namespace polarize
