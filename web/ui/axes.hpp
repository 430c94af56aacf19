#pragma once

#include <vector>

#include "clock.hpp"
#include "curves.hpp"
#include "frame.hpp"
#include "panels.hpp"

namespace polarize::ui {

/// What a plot shows of the plane. Positions on a logarithmic axis are decimal logarithms, as a clock's are.
struct Axes {
    const Clock& clock;
    bool log_y = false;
    Extent y;  ///< positions

    /// Where `value` is on the vertical axis; not finite where the axis cannot show it.
    double height_of(double value) const;
};

/// The axes for `curves` of `panel`, as high as the panel's kind asks for.
Axes axes_of(const Frame& frame, const Panel& panel, const std::vector<Curve>& curves);

/// Gives the plot under way, about `size` css pixels large, these axes with their ticks, and draws the grid.
void set_up(const Frame& frame, const Axes& axes, ImVec2 size);

}  // namespace polarize::ui
