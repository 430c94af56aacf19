#pragma once

#include "frame.hpp"
#include "panels.hpp"

namespace polarize::ui {

/// Whether the run on show records anything for `panel`. Before the first snapshot all panels count as recorded but
/// those that only some runs have.
bool has_data(const ViewState& state, const Panel& panel);

/// The card of one panel: title, formula, explanation and the plot. Pointing at the plot shows that moment in all
/// views, pressing it keeps it.
void draw_panel(const Frame& frame, const Panel& panel, const Box& box);

/// Title, formula and explanation of a card. Returns the box that is left for the picture.
Box draw_panel_header(const Frame& frame, const Box& box, std::string_view title, std::string_view formula,
                      std::string_view help);

}  // namespace polarize::ui
