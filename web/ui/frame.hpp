#pragma once

#include <string>

#include "clock.hpp"
#include "font.hpp"
#include "imgui.h"
#include "theme.hpp"
#include "view_state.hpp"
#include "wishes.hpp"

namespace polarize::ui {

/// A rectangle on the canvas, css pixels.
struct Box {
    float x = 0;
    float y = 0;
    float width = 0;
    float height = 0;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    ImVec2 top_left() const { return {x, y}; }
    ImVec2 bottom_right() const { return {right(), bottom()}; }
    ImVec2 centre() const { return {x + width / 2, y + height / 2}; }
    Box shrunk(float by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
    bool contains(ImVec2 point) const {
        return point.x >= x && point.x < right() && point.y >= y && point.y < bottom();
    }
};

/// The heights of cards whose content decides, as found while they were last drawn.
struct CardHeights {
    float picker = 0;
    float controls = 0;
    float transport = 0;
    float notice = 0;

    bool operator==(const CardHeights&) const = default;
};

/// What the drawing itself has to remember from one frame to the next.
struct Memory {
    CardHeights heights;
    bool picker_open = false;     ///< the list of experiments is unfolded
    bool controls_open = false;   ///< so are the parameters
    bool rest_open = false;       ///< so are those that are rarely used
    std::string sliding;          ///< the slider that is being moved, "" while none is
    std::string dragged;          ///< the parameter whose slider is held, "" while none is
    double dragged_value = 0;     ///< what it was moved to
    double last_choice_time = 0;  ///< when a drag last reached the run, seconds
};

/// One frame's surroundings, handed to every view.
struct Frame {
    const ViewState& state;
    const Clock& clock;  ///< of the plots
    const Theme& theme;
    const Fonts& fonts;
    Memory& memory;
    Wishes& wishes;
    bool folded = false;  ///< no room beside the plots: the lists of experiments and parameters fold away
    bool narrow = false;  ///< a phone's width: one column, large targets

    /// The height that something to press should have.
    float target() const { return narrow ? 44 : 32; }
};

}  // namespace polarize::ui
