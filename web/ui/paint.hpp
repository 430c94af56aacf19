#pragma once

#include <string_view>

#include "frame.hpp"

namespace polarize::ui {

/// The shapes that the views are drawn with. Positions and sizes are css pixels on the canvas.

/// One line of text with its top left corner at `position`.
void text(ImVec2 position, ImFont* font, ImU32 colour, std::string_view line);
void text_right(ImVec2 top_right, ImFont* font, ImU32 colour, std::string_view line);
void text_centred(const Box& box, ImFont* font, ImU32 colour, std::string_view line);

float width_of(ImFont* font, std::string_view line);

/// Text broken into lines of `width`; returns the height used. After `most_lines` it is cut with an ellipsis (0:
/// never).
float paragraph(ImVec2 position, float width, ImFont* font, ImU32 colour, std::string_view words, int most_lines = 0);

/// The height that paragraph() would use.
float paragraph_height(float width, ImFont* font, std::string_view words, int most_lines = 0);

/// A raised surface with soft corners.
void card(const Frame& frame, const Box& box);

/// A filled rectangle with round corners.
void round_box(const Box& box, ImU32 colour, float rounding);
void round_outline(const Box& box, ImU32 colour, float rounding, float thickness);

enum class Icon { play, pause, step, decade, restart, reset, chevron_down, chevron_up, minus, plus, check, warning };

/// An icon about `size` high around `centre`.
void icon(Icon shape, ImVec2 centre, float size, ImU32 colour);

/// A small panel of text next to the pointer, kept on the canvas.
void tooltip(const Frame& frame, std::string_view words);

}  // namespace polarize::ui
