// Massive activations and norms of value vectors.

#include "metrics/activations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace polarize {
namespace {

TEST(ActivationMeter, HoldsTheLargestSizeAgainstTheMedianSequenceBySequence) {
    ActivationMeter meter;
    meter.add(std::vector<float>{1, -2, 3, -40, 2});  // median of sizes 2, ratio 20
    meter.add(std::vector<float>{1, 1, -1});          // ratio 1
    const ActivationMetrics metrics = meter.result();
    EXPECT_NEAR(metrics.largest, (40 + 1) / 2.0, 1e-9);
    EXPECT_NEAR(metrics.median, (2 + 1) / 2.0, 1e-9);
    EXPECT_NEAR(metrics.ratio, (20 + 1) / 2.0, 1e-9);
    EXPECT_NEAR(metrics.largest_seen, 40, 1e-9);
}

TEST(ActivationMeter, IsZeroBeforeAnythingAndWhereAllActivationsAre) {
    ActivationMeter meter;
    EXPECT_EQ(meter.result(), ActivationMetrics{});
    meter.add(std::vector<float>(6, 0.0F));
    EXPECT_EQ(meter.result(), ActivationMetrics{});
}

TEST(ActivationMeter, IsNoNumberOnceAnActivationIsNone) {
    ActivationMeter meter;
    meter.add(std::vector<float>{1, 2, std::nanf(""), 4});
    meter.add(std::vector<float>{1, 2, 3});
    const ActivationMetrics metrics = meter.result();
    for (const double value : {metrics.largest, metrics.median, metrics.ratio, metrics.largest_seen})
        EXPECT_TRUE(std::isnan(value));
}

TEST(ValueNormMeter, TellsTheFirstTokenFromTheOthers) {
    // Two heads of width 2 side by side, three tokens; the first head's vectors are (3, 4), (0, 1), (0, 3).
    const std::vector<float> values{3, 4, 9, 9, 0, 1, 9, 9, 0, 3, 9, 9};
    ValueNormMeter meter;
    meter.add(values, 3, 4, 2);
    EXPECT_NEAR(meter.result().first, 5, 1e-9);
    EXPECT_NEAR(meter.result().others, 2, 1e-9);
}

}  // namespace
}  // namespace polarize
