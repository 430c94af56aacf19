#pragma once

#include "frame.hpp"

namespace polarize::ui {

/// Whether the simplex can be drawn or offered: the run's weights are a distribution over tokens whose number is a
/// parameter.
bool simplex_applies(const ViewState& state);

/// The card of the triangle of all distributions over three tokens: the replicator field at the shown moment's u, the
/// path so far, the shown point. For another number of tokens it offers to set k = 3.
void draw_simplex(const Frame& frame, const Box& box);

}  // namespace polarize::ui
