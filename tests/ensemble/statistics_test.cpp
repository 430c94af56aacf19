// The numbers that sum up an ensemble.

#include "ensemble/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace polarize {
namespace {

TEST(Distribution, OfNothingCountsNothing) { EXPECT_EQ(distribution_of({}).count, 0); }

TEST(Distribution, HasTheMomentsOfItsValues) {
    const Distribution result = distribution_of({4, 1, 3, 2});
    EXPECT_EQ(result.count, 4);
    EXPECT_EQ(result.mean, 2.5);
    EXPECT_EQ(result.sd, std::sqrt(1.25));
    EXPECT_EQ(result.min, 1);
    EXPECT_EQ(result.max, 4);
}

TEST(Distribution, InterpolatesItsQuantiles) {
    std::vector<double> values;
    for (int i = 0; i <= 200; ++i) values.push_back(200 - i);
    const Distribution result = distribution_of(values);
    for (std::size_t i = 0; i < kQuantileShares.size(); ++i)
        EXPECT_DOUBLE_EQ(result.quantiles[i], 200 * kQuantileShares[i]);
    EXPECT_DOUBLE_EQ(distribution_of({1, 3}).quantiles[3], 2);
}

/// A plain sum would lose every one of the ones.
TEST(Distribution, LosesNothingOfSmallValuesAmongLargeOnes) {
    std::vector<double> values{1e16};
    for (int i = 0; i < 1000; ++i) values.push_back(1);
    EXPECT_DOUBLE_EQ(distribution_of(values).mean, (1e16 + 1000) / 1001);
}

TEST(Histogram, CountsEveryValueOnce) {
    EXPECT_EQ(histogram_of({0, 0.24, 0.25, 0.5, 0.99, 1, 1 + 1e-15}, 1, 4), (std::vector<std::int64_t>{2, 1, 1, 3}));
}

TEST(Histogram, OfAnEmptyRangeHasAllInTheFirstBin) {
    EXPECT_EQ(histogram_of({0, 0}, 0, 3), (std::vector<std::int64_t>{2, 0, 0}));
}

}  // namespace
}  // namespace polarize
