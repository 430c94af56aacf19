#include "controls.hpp"

#include <algorithm>
#include <array>

#include "paint.hpp"
#include "parameter_row.hpp"
#include "parameter_view.hpp"
#include "strings.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

/// Parameters under one heading.
struct Section {
    Text heading;
    std::array<ParameterGroup, 3> groups;
};

constexpr std::array sections = {
    Section{Text::group_model, {ParameterGroup::model, ParameterGroup::model, ParameterGroup::model}},
    Section{Text::group_training, {ParameterGroup::training, ParameterGroup::descent, ParameterGroup::flow}},
    Section{Text::group_start, {ParameterGroup::start, ParameterGroup::start, ParameterGroup::start}}};

constexpr float row_gap = 8;

bool belongs(const Section& section, const Parameter& parameter) {
    return std::find(section.groups.begin(), section.groups.end(), parameter.group) != section.groups.end();
}

bool all_default(const Params& params) {
    const std::span<const Parameter> parameters = params.experiment().parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (params.values()[i] != parameters[i].default_value) return false;
    }
    return true;
}

/// Draws the parameters that `wanted` picks below each other. Returns the height used.
template <typename Wanted>
float draw_parameters(const Frame& frame, ImVec2 position, float width, Wanted&& wanted) {
    float y = position.y;
    for (const Parameter& parameter : frame.state.experiment().parameters) {
        if (!counts(frame.state.choices.params, parameter) || !wanted(parameter)) continue;
        y += draw_parameter(frame, parameter, {position.x, y}, width) + row_gap;
    }
    return y - position.y;
}

float draw_section(const Frame& frame, const Section& section, ImVec2 position, float width) {
    constexpr float heading = 26;
    text(position, frame.fonts.small_strong, frame.theme.faint, text_of(section.heading));
    return heading + draw_parameters(frame, {position.x, position.y + heading}, width, [&](const Parameter& parameter) {
               return belongs(section, parameter) && !is_rarely_used(parameter);
           });
}

/// A row that unfolds what is rarely used, and that. Returns the height used.
float draw_rest(const Frame& frame, ImVec2 position, float width) {
    const float height = frame.narrow ? 40 : 28;
    const bool open = frame.memory.rest_open;
    if (touch("controls/rest", {position.x, position.y, width, height}).clicked) frame.memory.rest_open = !open;
    const float middle = position.y + height / 2;
    text({position.x, middle - frame.fonts.small_strong->FontSize / 2}, frame.fonts.small_strong, frame.theme.faint,
         text_of(Text::group_rest));
    icon(open ? Icon::chevron_up : Icon::chevron_down, {position.x + width - 10, middle}, 14, frame.theme.faint);
    if (!open) return height;
    return height + 4 + draw_parameters(frame, {position.x, position.y + height + 4}, width, is_rarely_used);
}

/// All sections below each other, or side by side where there is room. Returns the height used.
float draw_sections(const Frame& frame, ImVec2 position, float width) {
    constexpr float widest_column = 560;
    constexpr float gap = 36;
    const bool beside = width >= widest_column;
    const float column = beside ? (width - gap * (sections.size() - 1)) / sections.size() : width;
    float height = 0;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const ImVec2 corner = {position.x + (beside ? static_cast<float>(i) * (column + gap) : 0),
                               position.y + (beside ? 0 : height)};
        const float used = draw_section(frame, sections[i], corner, column) + 12;
        height = beside ? std::max(height, used) : height + used;
    }
    return height + draw_rest(frame, {position.x, position.y + height}, column);
}

/// The title, which on a page without room folds the card. Returns the height used.
float draw_header(const Frame& frame, const Box& row) {
    text({row.x, row.y + (row.height - frame.fonts.strong->FontSize) / 2}, frame.fonts.strong, frame.theme.ink,
         text_of(Text::parameters));
    float right = row.right();
    if (frame.folded) {
        const bool open = frame.memory.controls_open;
        const Touch state = touch("controls/fold", {row.x, row.y, row.width - 150, row.height});
        const Touch corner = touch("controls/fold corner", {right - 44, row.y, 44, row.height});
        if (state.clicked || corner.clicked) frame.memory.controls_open = !open;
        icon(open ? Icon::chevron_up : Icon::chevron_down, {right - 12, row.y + row.height / 2}, 18, frame.theme.muted);
        right -= 44;
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
    if (!frame.folded || frame.memory.controls_open) y += 12 + draw_sections(frame, {box.x + padding, y + 12}, width);
    return y + padding - 4 - box.y;
}

}  // namespace polarize::ui
