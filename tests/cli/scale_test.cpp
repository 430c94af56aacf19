// The marks on the axes of pictures.

#include "figures/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace polarize::native {
namespace {

std::vector<std::string> labels(const Scale& scale, int wanted) {
    std::vector<std::string> texts;
    for (const Tick& tick : ticks_of(scale, wanted)) texts.push_back(tick.label);
    return texts;
}

TEST(Ticks, AreRoundNumbersWithinTheScale) {
    EXPECT_EQ(labels({0, 1, false}, 6), (std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
    EXPECT_EQ(labels({-1, 1, false}, 4), (std::vector<std::string>{"-1", "-0.5", "0", "0.5", "1"}));
}

TEST(Ticks, ArePowersOfTenOfALogarithmicScale) {
    EXPECT_EQ(labels({0.001, 10, true}, 6), (std::vector<std::string>{"0.001", "0.01", "0.1", "1", "10"}));
    EXPECT_EQ(labels({1, 20, true}, 6), (std::vector<std::string>{"1", "2", "5", "10", "20"}));
}

TEST(Ticks, AreOneWhereTheEndsAreEqual) { EXPECT_EQ(labels({0.5, 0.5, false}, 6), std::vector<std::string>{"0.5"}); }

TEST(Ticks, AreFewWhereTheEndsDifferInTheirLastBitsAlone) {
    for (const double high : {1.0, 1e-300, 1e300}) {
        const Scale scale{std::nextafter(high, 0), high, false};
        EXPECT_GE(ticks_of(scale, 6).size(), 1U) << high;
        EXPECT_LE(ticks_of(scale, 6).size(), 20U) << high;
    }
}

}  // namespace
}  // namespace polarize::native
