#pragma once

#include <string_view>

#include "frame.hpp"

namespace polarize::ui {

/// Formulas in a line of text: single letters are set in italics, names of functions such as "exp" upright, "_x" or
/// "_{xy}" as a subscript, "^x" or "^{xy}" as a superscript. Example: "α_i = exp a_i / Σ_j exp a_j".

/// Draws `formula` with the top left corner of its line at `position`.
void formula(const Frame& frame, ImVec2 position, ImU32 colour, std::string_view markup);

/// How wide and how high the line of a formula is.
float formula_width(const Fonts& fonts, std::string_view markup);
float formula_height(const Fonts& fonts);

}  // namespace polarize::ui
