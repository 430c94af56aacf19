#include "controls.hpp"

#include <algorithm>
#include <array>

#include "paint.hpp"
#include "parameter_groups.hpp"
#include "parameter_row.hpp"
#include "strings.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

struct Group {
    ParameterGroup group;
    Text heading;
};

constexpr std::array groups = {Group{ParameterGroup::model, Text::group_model},
                               Group{ParameterGroup::training, Text::group_training},
                               Group{ParameterGroup::initialisation, Text::group_initialisation}};

bool all_default(const Params& params) {
    const std::span<const Parameter> parameters = params.experiment().parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (params.values()[i] != parameters[i].default_value) return false;
    }
    return true;
}

float draw_group(const Frame& frame, const Group& group, ImVec2 position, float width) {
    constexpr float gap = 8;
    float y = position.y;
    for (const Parameter& parameter : frame.state.experiment().parameters) {
        if (group_of(parameter) != group.group) continue;
        if (y == position.y) {
            text({position.x, y}, frame.fonts.small_strong, frame.theme.faint, text_of(group.heading));
            y += 26;
        }
        y += draw_parameter(frame, parameter, {position.x, y}, width) + gap;
    }
    return y - position.y;
}

/// The groups below each other, or side by side where there is room. Returns the height used.
float draw_groups(const Frame& frame, ImVec2 position, float width) {
    constexpr float widest_column = 560;
    constexpr float gap = 36;
    if (width < widest_column) {
        float y = position.y;
        for (const Group& group : groups) y += draw_group(frame, group, {position.x, y}, width) + 12;
        return y - position.y;
    }
    const float column = (width - gap * (groups.size() - 1)) / groups.size();
    float height = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const float x = position.x + static_cast<float>(i) * (column + gap);
        height = std::max(height, draw_group(frame, groups[i], {x, position.y}, column));
    }
    return height;
}

/// The title, which on a page without room folds the card. Returns the height used.
float draw_header(const Frame& frame, const Box& row) {
    text({row.x, row.y + (row.height - frame.fonts.strong->FontSize) / 2}, frame.fonts.strong, frame.theme.ink,
         text_of(Text::parameters));
    float right = row.right();
    if (frame.folded) {
        const bool open = frame.memory.controls_open;
        const Box fold{right - 44, row.y, 44, row.height};
        if (icon_button(frame, "controls/fold", fold, open ? Icon::chevron_up : Icon::chevron_down, "",
                        ButtonLook::quiet)) {
            frame.memory.controls_open = !open;
        }
        right -= 48;
    }
    if (!all_default(frame.state.choices.params)) {
        const float width = width_of(frame.fonts.body, text_of(Text::reset_all)) + 24;
        if (button(frame, "controls/reset", {right - width, row.y, width, row.height}, text_of(Text::reset_all))) {
            Choices choices = frame.state.choices;
            choices.params = Params(choices.params.experiment());
            frame.wishes.choices = choices;
        }
    }
    return row.height;
}

}  // namespace

float draw_controls(const Frame& frame, const Box& box) {
    const float padding = frame.narrow ? 16 : 20;
    card(frame, box);
    const float width = box.width - 2 * padding;
    float y = box.y + padding - 4;
    y += draw_header(frame, {box.x + padding, y, width, frame.target()});
    if (!frame.folded || frame.memory.controls_open) y += draw_groups(frame, {box.x + padding, y + 12}, width) + 12;
    return y + padding - 4 - box.y;
}

}  // namespace polarize::ui
