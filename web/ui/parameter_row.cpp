#include "parameter_row.hpp"

#include <cctype>
#include <cmath>
#include <string>

#include "number_text.hpp"
#include "paint.hpp"
#include "parameter_view.hpp"
#include "strings.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

/// A drag that starts new runs does so at most this often, seconds.
constexpr double restart_interval = 0.12;

std::string capitalised(std::string_view label) {
    std::string text(label);
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

std::string help_of(const Parameter& parameter) {
    return std::string(parameter.help) + " " + text_of(parameter.live ? Text::live_hint : Text::restart_hint);
}

std::string json_text(std::string_view text) {
    std::string quoted = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\') quoted += '\\';
        quoted += character;
    }
    return quoted + '"';
}

std::string value_text(const Parameter& parameter, double value) {
    if (parameter.kind != ParameterKind::integer) return number_text(value, 4);
    const auto whole = static_cast<std::int64_t>(value);
    return parameter.name == "seed" ? std::to_string(whole) : grouped(whole);
}

void choose(const Frame& frame, const Parameter& parameter, double value) {
    Choices choices = frame.state.choices;
    choices.params.set(parameter.name, value);
    frame.wishes.choices = choices;
}

/// Asks the page to put a native input over `box`.
void ask_to_edit(const Frame& frame, const Parameter& parameter, const Box& box) {
    const auto pixels = [](float length) { return std::to_string(static_cast<int>(std::lround(length))); };
    const std::string value = frame.state.choices.params.text(parameter.name);
    frame.wishes.command("edit", "{\"name\":" + json_text(parameter.name) + ",\"label\":" + json_text(parameter.label) +
                                     ",\"value\":" + json_text(value) + ",\"x\":" + pixels(box.x) +
                                     ",\"y\":" + pixels(box.y) + ",\"width\":" + pixels(box.width) +
                                     ",\"height\":" + pixels(box.height) + "}");
}

/// The label, with the help under the pointer.
void draw_label(const Frame& frame, const Parameter& parameter, const Box& row) {
    const std::string label = capitalised(parameter.label);
    const Box box{row.x, row.y, std::min(width_of(frame.fonts.body, label) + 4, row.width * 0.66F), row.height};
    const Touch state = touch("label/" + std::string(parameter.name), box);
    text({box.x, box.y + (box.height - frame.fonts.body->FontSize) / 2}, frame.fonts.body, frame.theme.ink, label);
    if (state.hovered) tooltip(frame, help_of(parameter));
}

/// The value at the right end of the row; pressing it asks for an exact number.
void draw_value(const Frame& frame, const Parameter& parameter, double value, const Box& row) {
    const std::string shown = value_text(parameter, value);
    const float width = std::max(width_of(frame.fonts.body, shown) + 16, 44.0F);
    const Box box{row.right() - width, row.y, width, row.height};
    const Touch state = touch("value/" + std::string(parameter.name), box);
    if (state.hovered) {
        round_box(box, frame.theme.field, 6);
        ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
        tooltip(frame, text_of(Text::type_hint));
    }
    text_right({box.right() - 8, box.y + (box.height - frame.fonts.body->FontSize) / 2}, frame.fonts.body,
               frame.theme.ink, shown);
    if (state.clicked) ask_to_edit(frame, parameter, {row.right() - 110, row.y, 110, row.height});

    if (value == parameter.default_value) return;
    const Box reset{box.x - row.height, row.y, row.height, row.height};
    if (icon_button(frame, "reset/" + std::string(parameter.name), reset, Icon::reset, text_of(Text::reset_one),
                    ButtonLook::quiet)) {
        choose(frame, parameter, parameter.default_value);
    }
}

/// The slider, which remembers where it is held while the run it asks for is still to come.
double draw_slider(const Frame& frame, const Parameter& parameter, double value, const Box& box) {
    Memory& memory = frame.memory;
    const Slide slide = slider(frame, "slider/" + std::string(parameter.name), box, slider_position(parameter, value));
    if (!slide.held && !slide.released) return value;
    const bool dragged = memory.dragged == parameter.name;
    if (slide.held) {
        memory.dragged = parameter.name;
        memory.dragged_value = slider_value(parameter, slide.position);
    } else if (!dragged) {
        return value;
    }
    const double now = ImGui::GetTime();
    const bool due = parameter.live || slide.released || now - memory.last_choice_time > restart_interval;
    if (due && memory.dragged_value != frame.state.choices.params.real(parameter.name)) {
        choose(frame, parameter, memory.dragged_value);
        memory.last_choice_time = now;
    }
    const double shown = memory.dragged_value;
    if (slide.released) memory.dragged.clear();
    return shown;
}

float draw_slider_row(const Frame& frame, const Parameter& parameter, ImVec2 position, float width) {
    const float slider_height = frame.narrow ? 40 : 24;
    const Box row{position.x, position.y, width, 28};
    const bool dragged = frame.memory.dragged == parameter.name;
    const double value = dragged ? frame.memory.dragged_value : frame.state.choices.params.real(parameter.name);
    draw_label(frame, parameter, row);
    const double shown = draw_slider(frame, parameter, value, {row.x, row.bottom(), width, slider_height});
    draw_value(frame, parameter, shown, row);
    return row.height + slider_height;
}

/// For a number that is counted rather than measured, such as a seed: one less, the number, one more.
float draw_counter_row(const Frame& frame, const Parameter& parameter, ImVec2 position, float width) {
    const float size = frame.narrow ? 40 : 28;
    const Box row{position.x, position.y, width, size};
    const double value = frame.state.choices.params.real(parameter.name);
    draw_label(frame, parameter, row);
    const std::string name(parameter.name);
    const Box more{row.right() - size, row.y, size, size};
    const Box less{more.x - size - 4, row.y, size, size};
    if (icon_button(frame, "more/" + name, more, Icon::plus, text_of(Text::next_seed), ButtonLook::plain,
                    value < parameter.maximum)) {
        choose(frame, parameter, value + 1);
    }
    if (icon_button(frame, "less/" + name, less, Icon::minus, "", ButtonLook::plain, value > parameter.minimum)) {
        choose(frame, parameter, value - 1);
    }
    draw_value(frame, parameter, value, {row.x, row.y, less.x - row.x - 4, size});
    return size + 4;
}

/// The number alone.
float draw_number_row(const Frame& frame, const Parameter& parameter, ImVec2 position, float width) {
    const Box row{position.x, position.y, width, frame.narrow ? 40.0F : 28.0F};
    draw_label(frame, parameter, row);
    draw_value(frame, parameter, frame.state.choices.params.real(parameter.name), row);
    return row.height;
}

float draw_choice_row(const Frame& frame, const Parameter& parameter, ImVec2 position, float width) {
    const int chosen = static_cast<int>(frame.state.choices.params.real(parameter.name));
    const std::string name = "choice/" + std::string(parameter.name);
    int pressed = -1;
    float height = frame.narrow ? 40 : 30;
    const Box row{position.x, position.y, width, height};
    draw_label(frame, parameter, row);
    const float side_width = segmented_width(frame, parameter.choices);
    if (side_width < width * 0.6F && parameter.choices.size() < 4) {
        pressed =
            segmented(frame, name, {row.right() - side_width, row.y, side_width, height}, parameter.choices, chosen);
    } else {
        const Chips result = chips(frame, name, {position.x, row.bottom() + 2}, width, parameter.choices, chosen);
        pressed = result.pressed;
        height += 2 + result.height;
    }
    if (pressed >= 0 && pressed != chosen) choose(frame, parameter, pressed);
    return height + 4;
}

}  // namespace

float draw_parameter(const Frame& frame, const Parameter& parameter, ImVec2 position, float width) {
    if (parameter.kind == ParameterKind::choice) return draw_choice_row(frame, parameter, position, width);
    switch (control_of(parameter)) {
        case NumberControl::slider: return draw_slider_row(frame, parameter, position, width);
        case NumberControl::counter: return draw_counter_row(frame, parameter, position, width);
        case NumberControl::number: break;
    }
    return draw_number_row(frame, parameter, position, width);
}

}  // namespace polarize::ui
