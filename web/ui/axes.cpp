#include "axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "implot.h"
#include "ticks.hpp"

namespace polarize::ui {

namespace {

Extent padded(const Extent& extent, double share, double least) {
    const double pad = std::max((extent.high - extent.low) * share, least);
    return {extent.low - pad, extent.high + pad};
}

Extent height_extent(const Frame& frame, const Panel& panel, const std::vector<Curve>& curves, bool log_y) {
    Extent extent;
    for (const Curve& curve : curves) extent.include(extent_of(curve, frame.state.store.samples(), log_y));
    if (log_y) {
        if (extent.empty()) return {-3, 0};
        const Extent decades{std::log10(extent.low), std::log10(extent.high)};
        return padded(decades, std::min(0.06, 1 / (decades.high - decades.low)), 0.05);
    }
    if (extent.empty()) return {0, 1};
    const double least = std::max(std::abs(extent.high), 1e-12) * 1e-3;
    if (panel.axis == ValueAxis::weights)
        return padded({std::min(0.0, extent.low), std::max(extent.high, 1.0)}, 0.015, least);
    if (panel.axis == ValueAxis::entropy && frame.state.latest && !frame.state.latest->alpha.empty()) {
        extent.include(0);
        extent.include(std::log(static_cast<double>(frame.state.latest->alpha.size())));
        return padded(extent, 0.04, least);
    }
    return padded(extent, 0.06, least);
}

void set_ticks(ImAxis axis, const std::vector<Tick>& ticks) {
    std::vector<double> positions;
    std::vector<const char*> labels;
    for (const Tick& tick : ticks) {
        positions.push_back(tick.position);
        labels.push_back(tick.label.c_str());
    }
    ImPlot::SetupAxisTicks(axis, positions.data(), static_cast<int>(positions.size()), labels.data(), false);
}

std::vector<Tick> ticks_of(const Extent& extent, bool logarithmic, float length, double spacing) {
    const auto room = static_cast<double>(std::max(length, 1.0F));
    return logarithmic ? logarithmic_ticks(extent.low, extent.high, room, spacing)
                       : linear_ticks(extent.low, extent.high, room, spacing);
}

}  // namespace

double Axes::height_of(double value) const {
    if (!log_y) return value;
    return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

Axes axes_of(const Frame& frame, const Panel& panel, const std::vector<Curve>& curves) {
    const bool log_y = panel.axis == ValueAxis::logarithmic ||
                       (panel.axis == ValueAxis::weights && frame.state.choices.axis == AxisScale::double_logarithmic);
    return {frame.clock, log_y, height_extent(frame, panel, curves, log_y)};
}

void set_up(const Frame& frame, const Axes& axes, ImVec2 size) {
    constexpr ImPlotAxisFlags fixed = ImPlotAxisFlags_NoMenus | ImPlotAxisFlags_NoSideSwitch |
                                      ImPlotAxisFlags_NoHighlight | ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_Lock;
    constexpr float labels_width = 40, labels_height = 26;
    const Clock& clock = axes.clock;
    const std::vector<Tick> across =
        ticks_of({clock.low, clock.high}, clock.logarithmic, size.x - labels_width, clock.logarithmic ? 36 : 70);
    const std::vector<Tick> up = ticks_of(axes.y, axes.log_y, size.y - labels_height, axes.log_y ? 24 : 36);
    ImPlot::SetupAxes(nullptr, nullptr, fixed, fixed);
    ImPlot::SetupAxesLimits(clock.low, clock.high, axes.y.low, axes.y.high, ImPlotCond_Always);
    set_ticks(ImAxis_X1, across);
    set_ticks(ImAxis_Y1, up);
    ImPlot::SetupFinish();

    // ImPlot draws the grid of ticks that it was given as that of minor ones, too faint to be seen.
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 end = {corner.x + ImPlot::GetPlotSize().x, corner.y + ImPlot::GetPlotSize().y};
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    for (const Tick& tick : across) {
        const float x = std::round(ImPlot::PlotToPixels(tick.position, axes.y.low).x);
        list.AddLine({x, corner.y}, {x, end.y}, frame.theme.grid, 1);
    }
    for (const Tick& tick : up) {
        const float y = std::round(ImPlot::PlotToPixels(clock.low, tick.position).y);
        list.AddLine({corner.x, y}, {end.x, y}, frame.theme.grid, 1);
    }
}

}  // namespace polarize::ui
