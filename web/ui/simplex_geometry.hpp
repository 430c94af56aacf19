#pragma once

#include <array>
#include <vector>

namespace polarize::ui {

/// Three weights that add up to one.
using Weights = std::array<double, 3>;

/// A point of the plane, y upwards.
struct Point {
    double x = 0;
    double y = 0;
};

/// Where weights lie in the equilateral triangle of side 1 with corners (0, 0), (1, 0) and (1/2, √3/2): the corner of
/// token i is the weight 1 on token i.
Point simplex_point(const Weights& s);

/// The weights at a point of the triangle's plane: the inverse of simplex_point.
Weights simplex_weights(const Point& point);

/// The replicator field s_i (u_i − ⟨u, s⟩); its three components add up to zero.
Weights replicator(const Weights& s, const Weights& u);

/// A direction field: the inner points of a triangular grid of `divisions` parts a side, each strictly inside.
std::vector<Weights> simplex_grid(int divisions);

}  // namespace polarize::ui
