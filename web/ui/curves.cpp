#include "curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "axes.hpp"

namespace polarize::ui {

namespace {

/// Lengths of strokes and gaps in turn, css pixels; the first pattern is the solid line.
constexpr std::array<std::array<float, 4>, 4> patterns = {{{0, 0, 0, 0}, {7, 4, 7, 4}, {2, 3, 2, 3}, {9, 3, 2, 3}}};

void stroke(std::vector<ImVec2>& points, const Curve& curve) {
    if (points.size() > 1) {
        ImPlot::GetPlotDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), curve.colour,
                                               ImDrawFlags_None, curve.thickness);
    }
    points.clear();
}

/// Walks along a chain of points and strokes the parts that a dash pattern covers.
class Dasher {
  public:
    explicit Dasher(const Curve& curve)
        : curve_(curve), pattern_(patterns[static_cast<std::size_t>(curve.dash)]), left_(pattern_[0]) {}

    void run(std::span<const ImVec2> points) {
        piece_.assign(1, points.front());
        for (std::size_t i = 1; i < points.size(); ++i) advance(points[i - 1], points[i]);
        finish_piece();
    }

  private:
    bool drawing() const { return part_ % 2 == 0; }

    void finish_piece() {
        if (drawing()) stroke(piece_, curve_);
        piece_.clear();
    }

    void advance(ImVec2 from, ImVec2 to) {
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        float walked = 0;
        while (length - walked > left_) {
            walked += left_;
            const float share = walked / length;
            const ImVec2 corner = {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
            piece_.push_back(corner);
            finish_piece();
            part_ = (part_ + 1) % pattern_.size();
            left_ = pattern_[part_];
            piece_.push_back(corner);
        }
        left_ -= length - walked;
        piece_.push_back(to);
    }

    const Curve& curve_;
    std::array<float, 4> pattern_;
    std::size_t part_ = 0;
    float left_;
    std::vector<ImVec2> piece_;
};

void draw_chain(std::vector<ImVec2>& points, const Curve& curve) {
    if (curve.dash == 0 || points.size() < 2) {
        stroke(points, curve);
    } else {
        Dasher(curve).run(points);
        points.clear();
    }
}

}  // namespace

ImU32 token_colour(const Theme& theme, std::size_t index) { return theme.lines[index % theme.lines.size()]; }

int token_dash(std::size_t index) { return static_cast<int>(index / 8 % patterns.size()); }

void draw_curve(const Axes& axes, const Curve& curve) {
    constexpr float least_distance = 0.7F;  // css pixels; closer points add nothing to be seen
    const std::vector<double>& positions = axes.clock.positions;
    std::vector<ImVec2> points;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (!std::isfinite(positions[i])) continue;
        const double height = axes.height_of(curve.values[i * curve.stride]);
        if (!std::isfinite(height)) {
            draw_chain(points, curve);
            continue;
        }
        const ImVec2 pixel = ImPlot::PlotToPixels(positions[i], height);
        const bool last = i + 1 == positions.size();
        const bool near =
            !points.empty() && std::hypot(pixel.x - points.back().x, pixel.y - points.back().y) < least_distance;
        if (!near || last) points.push_back(pixel);
    }
    draw_chain(points, curve);
}

void Extent::include(double value) {
    if (empty()) {
        low = high = value;
    } else {
        low = std::min(low, value);
        high = std::max(high, value);
    }
}

void Extent::include(const Extent& other) {
    if (other.empty()) return;
    include(other.low);
    include(other.high);
}

Extent extent_of(const Curve& curve, std::size_t samples, bool positive) {
    Extent extent;
    for (std::size_t i = 0; i < samples; ++i) {
        const double value = curve.values[i * curve.stride];
        if (std::isfinite(value) && (!positive || value > 0)) extent.include(value);
    }
    return extent;
}

}  // namespace polarize::ui
