#pragma once

#include <span>

namespace polarize::ui {

// The fonts' files, made by embed_font.py while the project is built: the glyphs the page needs, nothing else.
std::span<const unsigned char> text_regular();
std::span<const unsigned char> text_semibold();
std::span<const unsigned char> formula_upright();
std::span<const unsigned char> formula_italic();

}  // namespace polarize::ui
