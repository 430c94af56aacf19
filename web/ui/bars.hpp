#pragma once

#include "frame.hpp"

namespace polarize::ui {

/// The card of the attention weights at the shown moment, one bar a token, with the one that leads named.
void draw_bars(const Frame& frame, const Box& box);

}  // namespace polarize::ui
