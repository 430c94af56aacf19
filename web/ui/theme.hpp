#pragma once

#include <array>

#include "imgui.h"

namespace polarize::ui {

/// Every colour the page's drawn part uses, once for light and once for dark surroundings.
struct Theme {
    bool dark = false;
    ImU32 background = 0;          ///< behind the cards, equal to the page's own
    ImU32 card = 0;                ///< a card's surface
    ImU32 border = 0;              ///< a card's edge, dividing lines
    ImU32 shadow = 0;              ///< one layer of a card's soft shadow
    ImU32 ink = 0;                 ///< text
    ImU32 muted = 0;               ///< explanations
    ImU32 faint = 0;               ///< tick labels, placeholders
    ImU32 grid = 0;                ///< lines behind the curves
    ImU32 field = 0;               ///< the ground of segmented buttons, chips, slider tracks
    ImU32 field_hover = 0;         ///< the same under the pointer
    ImU32 accent = 0;              ///< what can be moved, what is chosen
    ImU32 on_accent = 0;           ///< text on the accent
    ImU32 cursor = 0;              ///< the line of the shown moment
    ImU32 warning = 0;             ///< a run that diverged, an error
    ImU32 success = 0;             ///< a run that finished
    std::array<ImU32, 8> lines{};  ///< the tokens' colours, told apart also by colour-blind readers
};

const Theme& light_theme();
const Theme& dark_theme();

/// `colour` with its opacity multiplied by `share`.
ImU32 faded(ImU32 colour, float share);

/// Gives Dear ImGui and ImPlot the theme's colours and the page's measures.
void apply(const Theme& theme);

}  // namespace polarize::ui
