#pragma once

#include "frame.hpp"

namespace polarize::ui {

/// The recorded course of the run as a bar on a logarithmic scale; moving along it shows an earlier moment in all
/// views.
void draw_timeline(const Frame& frame, const Box& box);

}  // namespace polarize::ui
