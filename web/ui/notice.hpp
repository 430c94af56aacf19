#pragma once

#include "frame.hpp"

namespace polarize::ui {

/// Whether something went wrong that the reader should be told about: the run ended early, or an error came in.
bool has_notice(const ViewState& state);

/// The card that tells it, with a way out where there is one. Returns its height.
float draw_notice(const Frame& frame, const Box& box);

}  // namespace polarize::ui
