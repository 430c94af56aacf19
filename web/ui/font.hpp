#pragma once

#include "imgui.h"

namespace polarize::ui {

/// The type scale; the numbers are ems in css pixels.
struct Fonts {
    ImFont* small = nullptr;           ///< 13: explanations, ticks, labels of curves
    ImFont* small_strong = nullptr;    ///< 13 semibold: headings of groups, names of curves
    ImFont* body = nullptr;            ///< 14.5: names and values of parameters, buttons
    ImFont* strong = nullptr;          ///< 15.5 semibold: titles of cards
    ImFont* title = nullptr;           ///< 20 semibold: the experiment's title
    ImFont* display = nullptr;         ///< 34 semibold: the number of steps
    ImFont* upright = nullptr;         ///< 16: function names, figures and signs of formulas
    ImFont* italic = nullptr;          ///< 16: variables of formulas
    ImFont* upright_script = nullptr;  ///< 11.5: the same in sub- and superscripts
    ImFont* italic_script = nullptr;   ///< 11.5
};

/// Rasterises all fonts for `pixel_ratio` device pixels a css pixel into Dear ImGui's atlas, replacing what was there.
/// The caller rebuilds the texture.
Fonts build_fonts(float pixel_ratio);

/// How wide `text` is in `font`, in css pixels.
float text_width(const ImFont* font, const char* text);

}  // namespace polarize::ui
