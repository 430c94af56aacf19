#pragma once

#include "frame.hpp"

namespace polarize::ui {

/// The card of the experiment's parameters, made from its row of the catalogue. `box.height` is what the card measured
/// in the last frame; returns what it measures now.
float draw_controls(const Frame& frame, const Box& box);

}  // namespace polarize::ui
