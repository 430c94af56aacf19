#pragma once

#include <span>
#include <string>
#include <string_view>

#include "frame.hpp"
#include "paint.hpp"

namespace polarize::ui {

/// What the pointer does to something on the canvas.
struct Touch {
    bool hovered = false;
    bool held = false;
    bool clicked = false;  ///< pressed and let go on it, in this frame
};

/// Makes `box` sensitive to the pointer under a name that is unique on the canvas.
Touch touch(std::string_view name, const Box& box);

enum class ButtonLook { plain, filled, quiet };

/// A button with a word on it. Returns true when it was pressed.
bool button(const Frame& frame, std::string_view name, const Box& box, std::string_view label,
            ButtonLook look = ButtonLook::plain);

/// A button with an icon and an explanation that shows under the pointer.
bool icon_button(const Frame& frame, std::string_view name, const Box& box, Icon shape, std::string_view help,
                 ButtonLook look = ButtonLook::plain, bool enabled = true);

/// Choices side by side in one box of which one is chosen, with explanations that show under the pointer (or none).
/// Returns the index that was pressed, or -1.
int segmented(const Frame& frame, std::string_view name, const Box& box, std::span<const std::string_view> labels,
              int chosen, std::span<const std::string_view> helps = {});

/// The width that segmented() needs so that no label is cut.
float segmented_width(const Frame& frame, std::span<const std::string_view> labels);

/// Choices as chips that wrap into as many rows as the width asks for, from `position` on.
struct Chips {
    int pressed = -1;  ///< index, or -1
    float height = 0;  ///< used
};
Chips chips(const Frame& frame, std::string_view name, ImVec2 position, float width,
            std::span<const std::string_view> labels, int chosen);

/// Whether the pointer moves the slider `name`, on which it is `state`: a mouse as soon as it presses, a finger when it
/// has moved sideways or has tapped, so that a page can be scrolled from a slider.
bool slides(const Frame& frame, std::string_view name, const Touch& state);

/// What a slider reports.
struct Slide {
    bool held = false;
    bool released = false;  ///< let go in this frame
    double position = 0;    ///< where the thumb is, 0 to 1
};

/// A horizontal slider.
Slide slider(const Frame& frame, std::string_view name, const Box& box, double position);

}  // namespace polarize::ui
