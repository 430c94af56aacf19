// How concentrated a vector of weights is.

#include "flow/weights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace polarize {
namespace {

constexpr double kSubnormal = std::numeric_limits<double>::denorm_min();

TEST(Entropy, IsZeroForOneTokenThatHasItAll) {
    EXPECT_EQ(entropy({0, 1, 0}), 0);
    EXPECT_EQ(entropy({1}), 0);
}

TEST(Entropy, IsLogKForUniformWeights) {
    for (const std::size_t k : {1U, 2U, 8U, 100U})
        EXPECT_NEAR(entropy(std::vector<double>(k, 1.0 / static_cast<double>(k))), std::log(static_cast<double>(k)),
                    1e-14);
}

TEST(Entropy, IsInNats) { EXPECT_NEAR(entropy({0.25, 0.75}), -0.25 * std::log(0.25) - 0.75 * std::log(0.75), 1e-15); }

TEST(Entropy, JudgesOtherWeightsByTheShareOfTheirMagnitude) {
    EXPECT_NEAR(entropy({-1, 3}), entropy({0.25, 0.75}), 1e-15);
    EXPECT_NEAR(entropy({1e300, 3e300}), entropy({0.25, 0.75}), 1e-15);
    EXPECT_NEAR(entropy({kSubnormal, 3 * kSubnormal}), entropy({0.25, 0.75}), 1e-15);
    EXPECT_NEAR(entropy({1e308, 1e308, 1e308}), std::log(3), 1e-15);
}

TEST(Entropy, OfNoWeightAtAllIsUniform) { EXPECT_NEAR(entropy({0, 0, 0, 0}), std::log(4), 1e-15); }

TEST(Entropy, IsNeverNegative) {
    for (double small = 1; small > 0; small /= 3) EXPECT_GE(entropy({1 - small, small}), 0);
}

TEST(Argmax, IsTheFirstOfEquals) {
    EXPECT_EQ(argmax({1, 3, 3}), 1U);
    EXPECT_EQ(argmax({-5}), 0U);
    EXPECT_EQ(argmax({-5, -2, -9}), 1U);
}

TEST(TopTwo, AreTheLargestAndTheNext) {
    const TopTwo top = top_two({0.2, 0.5, 0.3});
    EXPECT_EQ(top.first, 0.5);
    EXPECT_EQ(top.second, 0.3);
}

TEST(TopTwo, OfEqualsAreEqual) {
    const TopTwo top = top_two({0.5, 0.5});
    EXPECT_EQ(top.first, 0.5);
    EXPECT_EQ(top.second, 0.5);
}

TEST(TopTwo, OfOneTokenHaveNoSecond) {
    EXPECT_EQ(top_two({1}).first, 1);
    EXPECT_EQ(top_two({1}).second, 0);
}

TEST(TopTwo, MayBeNegative) {
    const TopTwo top = top_two({-3, -1, -2});
    EXPECT_EQ(top.first, -1);
    EXPECT_EQ(top.second, -2);
}

}  // namespace
}  // namespace polarize
