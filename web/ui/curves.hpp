#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frame.hpp"
#include "implot.h"

namespace polarize::ui {

/// One curve over the recorded samples: value i is values[i · stride].
struct Curve {
    const double* values = nullptr;
    std::size_t stride = 1;
    ImU32 colour = 0;
    float thickness = 1.5F;
    int dash = 0;       ///< 0 solid, then ever other dash patterns
    std::string label;  ///< a formula, drawn at the curve's end; "" for none
};

/// The look of token `index`: colours repeat after eight, with another dash pattern.
ImU32 token_colour(const Theme& theme, std::size_t index);
int token_dash(std::size_t index);

struct Axes;

/// Draws `curve` into the plot under way. Points that the axes cannot show are left out.
void draw_curve(const Axes& axes, const Curve& curve);

/// The smallest and largest value of `curve` over the first `samples` samples; of the positive ones only when
/// `positive`. An empty range (low above high) where there is none.
struct Extent {
    double low = 1;
    double high = 0;

    bool empty() const { return low > high; }
    void include(double value);
    void include(const Extent& other);
};
Extent extent_of(const Curve& curve, std::size_t samples, bool positive);

}  // namespace polarize::ui
