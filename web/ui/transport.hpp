#pragma once

#include "frame.hpp"

namespace polarize::ui {

/// The card with play, step, restart and pace, the number of updates done, the status and the timeline. Returns the
/// height that it needs at `box.width`; `box.height` is that of the last frame.
float draw_transport(const Frame& frame, const Box& box);

/// Space plays or pauses, the right arrow steps, R restarts: while the keyboard belongs to the canvas.
void read_keys(const Frame& frame);

}  // namespace polarize::ui
