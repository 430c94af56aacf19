#pragma once

#include <polarize/catalogue.hpp>
#include "frame.hpp"

namespace polarize::ui {

/// The control of one parameter with its label, value and help. Returns the height used.
float draw_parameter(const Frame& frame, const Parameter& parameter, ImVec2 position, float width);

}  // namespace polarize::ui
