#include "simplex_geometry.hpp"

#include <numbers>

namespace polarize::ui {

namespace {
constexpr double height = std::numbers::sqrt3 / 2;
}

Point simplex_point(const Weights& s) { return {s[1] + s[2] / 2, s[2] * height}; }

Weights simplex_weights(const Point& point) {
    const double third = point.y / height;
    const double second = point.x - third / 2;
    return {1 - second - third, second, third};
}

Weights replicator(const Weights& s, const Weights& u) {
    const double mean = s[0] * u[0] + s[1] * u[1] + s[2] * u[2];
    return {s[0] * (u[0] - mean), s[1] * (u[1] - mean), s[2] * (u[2] - mean)};
}

std::vector<Weights> simplex_grid(int divisions) {
    std::vector<Weights> grid;
    for (int i = 1; i < divisions; ++i) {
        for (int j = 1; i + j < divisions; ++j) {
            const double second = static_cast<double>(i) / divisions;
            const double third = static_cast<double>(j) / divisions;
            grid.push_back({1 - second - third, second, third});
        }
    }
    return grid;
}

}  // namespace polarize::ui
