#pragma once

#include "frame.hpp"

namespace polarize::ui {

/// From this width on the experiments and parameters stand beside the plots, and below this one the page is a phone's.
bool is_folded(float width);
bool is_narrow(float width);

/// Draws everything on a canvas of `width` css pixels that is scrolled by `scroll`; returns the height that it all
/// takes.
float draw_page(const Frame& frame, float width, float scroll);

}  // namespace polarize::ui
