#include "simplex_geometry.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace polarize::ui {
namespace {

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

TEST(SimplexGeometry, HasCornersAtDistanceOne) {
    const Point first = simplex_point({1, 0, 0}), second = simplex_point({0, 1, 0}), third = simplex_point({0, 0, 1});
    EXPECT_DOUBLE_EQ(distance(first, second), 1);
    EXPECT_DOUBLE_EQ(distance(second, third), 1);
    EXPECT_DOUBLE_EQ(distance(third, first), 1);
}

TEST(SimplexGeometry, HasTheUniformDistributionInTheMiddle) {
    const Point centre = simplex_point({1.0 / 3, 1.0 / 3, 1.0 / 3});
    for (const Weights& corner : {Weights{1, 0, 0}, Weights{0, 1, 0}, Weights{0, 0, 1}}) {
        EXPECT_NEAR(distance(centre, simplex_point(corner)), 1 / std::sqrt(3.0), 1e-15);
    }
}

TEST(SimplexGeometry, ComesBackFromThePlane) {
    const Weights s = {0.2, 0.5, 0.3};
    const Weights back = simplex_weights(simplex_point(s));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(back[i], s[i], 1e-15);
}

TEST(Replicator, StaysOnTheSimplex) {
    const Weights flow = replicator({0.2, 0.5, 0.3}, {1.5, -2, 0.25});
    EXPECT_NEAR(flow[0] + flow[1] + flow[2], 0, 1e-15);
}

TEST(Replicator, IsFitnessMinusMeanFitness) {
    // s = (1/2, 1/4, 1/4), u = (4, 0, 0): the mean is 2.
    EXPECT_EQ(replicator({0.5, 0.25, 0.25}, {4, 0, 0}), (Weights{1, -0.5, -0.5}));
}

TEST(Replicator, RestsAtCornersAndUnderEqualFitness) {
    EXPECT_EQ(replicator({1, 0, 0}, {3, 2, 1}), (Weights{0, 0, 0}));
    EXPECT_EQ(replicator({0.5, 0.25, 0.25}, {7, 7, 7}), (Weights{0, 0, 0}));
}

TEST(SimplexGrid, LiesStrictlyInside) {
    const std::vector<Weights> grid = simplex_grid(5);
    EXPECT_EQ(grid.size(), 6U);
    for (const Weights& s : grid) {
        EXPECT_NEAR(s[0] + s[1] + s[2], 1, 1e-15);
        for (const double weight : s) EXPECT_GT(weight, 0.1);
    }
}

}  // namespace
}  // namespace polarize::ui
