#pragma once

#include "frame.hpp"

namespace polarize::ui {

/// The card that lists the catalogue's experiments and explains the chosen one. `box.height` is what the card measured
/// in the last frame; returns what it measures now.
float draw_picker(const Frame& frame, const Box& box);

}  // namespace polarize::ui
