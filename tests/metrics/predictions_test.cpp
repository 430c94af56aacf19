// Losses and accuracies from logits.

#include "metrics/predictions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace polarize {
namespace {

TEST(CrossEntropy, IsMinusTheLogProbabilityOfTheTarget) {
    EXPECT_NEAR(cross_entropy(std::vector<float>{0, 0, 0, 0}, 2), std::log(4.0), 1e-12);
    EXPECT_NEAR(cross_entropy(std::vector<float>{1, 0}, 1), std::log(1 + std::exp(1.0)), 1e-12);
    EXPECT_NEAR(cross_entropy(std::vector<float>{1000, 0}, 1), 1000, 1e-9) << "no overflow";
    EXPECT_EQ(cross_entropy(std::vector<float>{1000, 0}, 0), 0);
}

TEST(PredictionMeter, TellsTheLastPositionFromTheOthers) {
    const float high = 50;  // as good as certain
    PredictionMeter meter;
    meter.add(std::vector<float>{high, 0, 0, 0, high, 0}, 2, std::vector<std::int32_t>{0, 0, 0});
    meter.add(std::vector<float>{0, 0, high, 0, 0, high}, 2, std::vector<std::int32_t>{1, 0, 0});
    const PredictionMetrics metrics = meter.result(0.2);
    EXPECT_NEAR(metrics.last_loss, (0 + 50) / 2.0, 1e-9);
    EXPECT_NEAR(metrics.others_loss, (0 + std::log(2.0) + std::log(2.0) + 0) / 4, 1e-9);
    EXPECT_NEAR(metrics.loss, metrics.last_loss + 0.2 * metrics.others_loss, 1e-12);
    EXPECT_NEAR(metrics.accuracy, 0.5, 1e-12);
    EXPECT_NEAR(metrics.accuracy_all, 4.0 / 6, 1e-12) << "of equal logits the first is the prediction";
}

TEST(PredictionMeter, ReadsTheLastPositionAloneWhereItHasTheOnlyTarget) {
    PredictionMeter meter;
    meter.add(std::vector<float>{9, 0, 0, 0, 0, 9}, 2, std::vector<std::int32_t>{1});
    const PredictionMetrics metrics = meter.result(0.2);
    EXPECT_EQ(metrics.accuracy, 1);
    EXPECT_EQ(metrics.accuracy_all, 1);
    EXPECT_EQ(metrics.others_loss, 0);
    EXPECT_NEAR(metrics.loss, std::log1p(std::exp(-9.0)), 1e-9);
}

}  // namespace
}  // namespace polarize
