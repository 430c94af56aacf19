#pragma once

#include <span>

namespace polarize::ui {

// The fonts' files, made by embed_font.py while the project is built: the glyphs the page needs, nothing else.
extern const std::span<const unsigned char> text_regular;
extern const std::span<const unsigned char> text_semibold;
extern const std::span<const unsigned char> formula_upright;
extern const std::span<const unsigned char> formula_italic;

}  // namespace polarize::ui
