#include "line_selection.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace polarize::ui {
namespace {

using Indices = std::vector<std::size_t>;
using Heights = std::vector<float>;

TEST(Largest, KeepsAllOfAFew) { EXPECT_EQ(largest(std::vector<double>{3, 1, 2}, 3), (Indices{0, 1, 2})); }

TEST(Largest, TakesTheLargestInTheirOrder) {
    EXPECT_EQ(largest(std::vector<double>{0.1, 0.5, 0.05, 0.3, 0.05}, 3), (Indices{0, 1, 3}));
}

TEST(Largest, TakesTheEarlierOfEquals) { EXPECT_EQ(largest(std::vector<double>{1, 2, 1, 1}, 2), (Indices{0, 1})); }

TEST(Largest, OfNothingIsNothing) {
    EXPECT_TRUE(largest({}, 5).empty());
    EXPECT_TRUE(largest(std::vector<double>{1, 2}, 0).empty());
}

TEST(Spread, LeavesLabelsThatHaveRoomWhereTheyAre) {
    EXPECT_EQ(spread(Heights{10, 50, 90}, 15, 0, 100), (Heights{10, 50, 90}));
}

TEST(Spread, MovesOverlappingLabelsApartInTheirOrder) {
    const Heights placed = spread(Heights{52, 50, 51}, 10, 0, 100);
    EXPECT_EQ(placed, (Heights{70, 50, 60}));
}

TEST(Spread, PushesBackFromTheLowerEnd) { EXPECT_EQ(spread(Heights{95, 96, 97}, 10, 0, 100), (Heights{80, 90, 100})); }

TEST(Spread, KeepsTheGapAndTheBoundsWheneverAllFit) {
    const Heights wanted = {0, 0, 3, 40, 41, 42, 99, 100, 100, 100};
    const Heights placed = spread(wanted, 10, 0, 100);
    Heights sorted = placed;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_GE(sorted.front(), 0);
    EXPECT_LE(sorted.back(), 100);
    for (std::size_t i = 1; i < sorted.size(); ++i) EXPECT_GE(sorted[i] - sorted[i - 1], 10);
}

}  // namespace
}  // namespace polarize::ui
