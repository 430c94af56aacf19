#include "widgets.hpp"

#include <algorithm>
#include <cmath>

namespace polarize::ui {

namespace {

constexpr float rounding = 8;

/// A name that Dear ImGui may show to nobody.
std::string hidden(std::string_view name) { return "##" + std::string(name); }

std::string numbered(std::string_view name, std::size_t index) {
    return std::string(name) + "/" + std::to_string(index);
}

/// Pressing something shows the hand; a finger leaves no hover behind.
bool shows_hover(const Touch& state) {
    if (state.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return state.hovered && ImGui::GetIO().MouseSource != ImGuiMouseSource_TouchScreen;
}

struct ButtonColours {
    ImU32 ground;
    ImU32 content;
};

ButtonColours colours_of(const Theme& theme, ButtonLook look, const Touch& state) {
    const bool hover = shows_hover(state) || state.held;
    switch (look) {
        case ButtonLook::filled: return {faded(theme.accent, state.held ? 0.8F : hover ? 0.9F : 1.0F), theme.on_accent};
        case ButtonLook::quiet: return {hover ? theme.field : faded(theme.field, 0), hover ? theme.ink : theme.muted};
        case ButtonLook::plain: break;
    }
    return {hover ? theme.field_hover : theme.field, theme.ink};
}

void draw_choice(const Frame& frame, const Box& box, std::string_view label, bool chosen, const Touch& state) {
    const bool hover = shows_hover(state);
    if (chosen) {
        round_box(box, frame.theme.ink, rounding - 1);
        text_centred(box, frame.fonts.small_strong, frame.theme.card, label);
    } else {
        if (hover) round_box(box, frame.theme.field_hover, rounding - 1);
        text_centred(box, frame.fonts.small, hover ? frame.theme.ink : frame.theme.muted, label);
    }
}

}  // namespace

Touch touch(std::string_view name, const Box& box) {
    ImGui::SetCursorScreenPos(box.top_left());
    Touch state;
    state.clicked =
        ImGui::InvisibleButton(hidden(name).c_str(), {std::max(box.width, 1.0F), std::max(box.height, 1.0F)});
    state.hovered = ImGui::IsItemHovered();
    state.held = ImGui::IsItemActive();
    return state;
}

bool slides(const Frame& frame, std::string_view name, const Touch& state) {
    constexpr float threshold = 6;  // css pixels
    std::string& sliding = frame.memory.sliding;
    if (!state.held && !state.clicked) {
        if (sliding == name) sliding.clear();
        return false;
    }
    const ImGuiIO& io = ImGui::GetIO();
    const float across = std::abs(io.MousePos.x - io.MouseClickedPos[0].x);
    const float along = std::abs(io.MousePos.y - io.MouseClickedPos[0].y);
    const bool finger = io.MouseSource == ImGuiMouseSource_TouchScreen;
    const bool meant = !finger || state.clicked || (across > threshold && across > along);
    if (meant) sliding = name;
    return sliding == name;
}

bool button(const Frame& frame, std::string_view name, const Box& box, std::string_view label, ButtonLook look) {
    const Touch state = touch(name, box);
    const ButtonColours colours = colours_of(frame.theme, look, state);
    round_box(box, colours.ground, rounding);
    text_centred(box, frame.fonts.body, colours.content, label);
    return state.clicked;
}

bool icon_button(const Frame& frame, std::string_view name, const Box& box, Icon shape, std::string_view help,
                 ButtonLook look, bool enabled) {
    Touch state = touch(name, box);
    if (!enabled) state = {};
    ButtonColours colours = colours_of(frame.theme, look, state);
    if (!enabled) colours.content = faded(colours.content, 0.35F);
    const bool circle = look == ButtonLook::filled;
    round_box(box, colours.ground, circle ? box.height / 2 : rounding);
    icon(shape, box.centre(), std::min(18.0F, box.height * 0.5F), colours.content);
    if (shows_hover(state) && !help.empty()) tooltip(frame, help);
    return state.clicked;
}

float segmented_width(const Frame& frame, std::span<const std::string_view> labels) {
    float widest = 0;
    for (const std::string_view label : labels) widest = std::max(widest, width_of(frame.fonts.small_strong, label));
    return static_cast<float>(labels.size()) * (std::ceil(widest) + 22) + 6;
}

int segmented(const Frame& frame, std::string_view name, const Box& box, std::span<const std::string_view> labels,
              int chosen, std::span<const std::string_view> helps) {
    round_box(box, frame.theme.field, rounding + 2);
    const Box inner = box.shrunk(3);
    const float width = inner.width / static_cast<float>(labels.size());
    int pressed = -1;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const float left = std::round(inner.x + width * static_cast<float>(i));
        const float right = std::round(inner.x + width * static_cast<float>(i + 1));
        const Box part{left, inner.y, right - left, inner.height};
        const Touch state = touch(numbered(name, i), part);
        draw_choice(frame, part, labels[i], static_cast<int>(i) == chosen, state);
        if (state.clicked) pressed = static_cast<int>(i);
        if (i < helps.size() && shows_hover(state)) tooltip(frame, helps[i]);
    }
    return pressed;
}

Chips chips(const Frame& frame, std::string_view name, ImVec2 position, float width,
            std::span<const std::string_view> labels, int chosen) {
    const float height = frame.narrow ? 40 : 28;
    constexpr float gap = 6;
    Chips result;
    ImVec2 at = position;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const float chip_width = std::ceil(width_of(frame.fonts.small_strong, labels[i])) + 20;
        if (at.x > position.x && at.x + chip_width > position.x + width) at = {position.x, at.y + height + gap};
        const Box box{at.x, at.y, std::min(chip_width, width), height};
        const Touch state = touch(numbered(name, i), box);
        if (static_cast<int>(i) != chosen) round_box(box, frame.theme.field, rounding - 1);
        draw_choice(frame, box, labels[i], static_cast<int>(i) == chosen, state);
        if (state.clicked) result.pressed = static_cast<int>(i);
        at.x += chip_width + gap;
    }
    result.height = at.y + height - position.y;
    return result;
}

Slide slider(const Frame& frame, std::string_view name, const Box& box, double position) {
    constexpr float thumb = 7;
    constexpr float track = 4;
    const Touch state = touch(name, box);
    const float left = box.x + thumb;
    const float length = box.width - 2 * thumb;
    Slide slide;
    slide.held = slides(frame, name, state);
    slide.released = ImGui::IsItemDeactivated();
    slide.position = position;
    if (slide.held) slide.position = std::clamp((ImGui::GetMousePos().x - left) / length, 0.0F, 1.0F);

    const float middle = std::round(box.y + box.height / 2);
    const float x = left + length * static_cast<float>(std::clamp(slide.position, 0.0, 1.0));
    const bool hover = shows_hover(state) || state.held;
    round_box({box.x, middle - track / 2, box.width, track}, frame.theme.field_hover, track / 2);
    round_box({box.x, middle - track / 2, x - box.x, track}, frame.theme.faint, track / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hover) list.AddCircleFilled({x, middle}, thumb + 5, faded(frame.theme.ink, 0.10F));
    list.AddCircleFilled({x, middle}, thumb, frame.theme.ink);
    list.AddCircleFilled({x, middle}, thumb - 2, state.held ? frame.theme.ink : frame.theme.card);
    return slide;
}

}  // namespace polarize::ui
