#include "layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "bars.hpp"
#include "controls.hpp"
#include "notice.hpp"
#include "paint.hpp"
#include "panels.hpp"
#include "picker.hpp"
#include "plots.hpp"
#include "simplex.hpp"
#include "strings.hpp"
#include "transport.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

constexpr float folded_below = 1080;
constexpr float narrow_below = 640;
constexpr float widest_page = 1840;
constexpr float narrowest_column = 330;

/// A card of the grid: it draws itself into the box it is given.
using Card = std::function<void(const Box&)>;

struct Measures {
    float margin, gap, hero_height, panel_height;
};

Measures measures_of(const Frame& frame) {
    if (frame.narrow) return {12, 12, 340, 310};
    return {24, 18, 400, 310};
}

bool on_screen(const Box& box) { return ImGui::IsRectVisible(box.top_left(), box.bottom_right()); }

bool shows_three(const ViewState& state) { return state.latest ? state.latest->alpha.size() == 3 : false; }

/// The first row: the weights over time, and beside them what they are now.
std::vector<Card> hero_cards(const Frame& frame) {
    const bool three = simplex_applies(frame.state) && shows_three(frame.state);
    return {[&frame](const Box& box) { draw_panel(frame, panels().front(), box); },
            [&frame, three](const Box& box) { three ? draw_simplex(frame, box) : draw_bars(frame, box); }};
}

/// The rest of the panels, in order, as far as the run records them.
std::vector<Card> grid_cards(const Frame& frame) {
    const bool applies = simplex_applies(frame.state);
    const bool three = applies && shows_three(frame.state);
    std::vector<Card> cards;
    if (three) cards.emplace_back([&frame](const Box& box) { draw_bars(frame, box); });
    for (const Panel& panel : panels().subspan(1)) {
        if (has_data(frame.state, panel))
            cards.emplace_back([&frame, &panel](const Box& box) { draw_panel(frame, panel, box); });
    }
    if (applies && !three) cards.emplace_back([&frame](const Box& box) { draw_simplex(frame, box); });
    return cards;
}

Text axis_caption(ClockKind kind) {
    switch (kind) {
        case ClockKind::time: return Text::axis_time;
        case ClockKind::rescaled_time: return Text::axis_rescaled;
        case ClockKind::updates: break;
    }
    return Text::axis_updates;
}

/// The choice of axes, at the right above the plots. Returns the height used.
float draw_axis_row(const Frame& frame, const Box& row) {
    const std::array<std::string_view, 3> labels = {text_of(Text::axis_log), text_of(Text::axis_linear),
                                                    text_of(Text::axis_loglog)};
    const float width = frame.narrow ? row.width : segmented_width(frame, labels);
    const Box box{row.right() - width, row.y, width, frame.narrow ? 44.0F : 34.0F};
    const float baseline = row.y + (box.height - frame.fonts.small->FontSize) / 2;
    const char* name = text_of(Text::axis);
    const float name_left = box.x - 12 - width_of(frame.fonts.small, name);
    const char* caption = text_of(axis_caption(frame.clock.kind));
    if (!frame.narrow) text({name_left, baseline}, frame.fonts.small, frame.theme.muted, name);
    if (row.x + 2 + width_of(frame.fonts.small, caption) + 24 < name_left) {
        text({row.x + 2, baseline}, frame.fonts.small, frame.theme.muted, caption);
    }
    const int pressed = segmented(frame, "axis", box, labels, static_cast<int>(frame.state.choices.axis));
    if (pressed >= 0) {
        Choices choices = frame.state.choices;
        choices.axis = static_cast<AxisScale>(pressed);
        frame.wishes.choices = choices;
    }
    return box.height;
}

/// Cards in rows of up to `columns`; the last row's share its whole width. Returns the height used.
float draw_rows(const std::vector<Card>& cards, const Box& area, int columns, float height, float gap) {
    float y = area.y;
    for (std::size_t first = 0; first < cards.size(); first += static_cast<std::size_t>(columns)) {
        const std::size_t count = std::min(cards.size() - first, static_cast<std::size_t>(columns));
        const float pitch = (area.width + gap) / static_cast<float>(count);
        for (std::size_t i = 0; i < count; ++i) {
            const float left = std::round(area.x + pitch * static_cast<float>(i));
            const float right = std::round(area.x + pitch * static_cast<float>(i + 1) - gap);
            const Box box{left, y, right - left, height};
            if (on_screen(box)) cards[first + i](box);
        }
        y += height + gap;
    }
    return y - gap - area.y;
}

float draw_hero(const Frame& frame, const Box& area, const Measures& measures) {
    const std::vector<Card> cards = hero_cards(frame);
    if (frame.narrow) return draw_rows(cards, area, 1, measures.hero_height, measures.gap);
    const float left = std::round((area.width - measures.gap) * 0.64F);
    const Box large{area.x, area.y, left, measures.hero_height};
    const Box small{area.x + left + measures.gap, area.y, area.width - left - measures.gap, measures.hero_height};
    if (on_screen(large)) cards[0](large);
    if (on_screen(small)) cards[1](small);
    return measures.hero_height;
}

/// Transport, notice, axes and all plots. Returns the height used.
float draw_main(const Frame& frame, const Box& area, const Measures& measures) {
    float y = area.y;
    frame.memory.heights.transport = draw_transport(frame, {area.x, y, area.width, frame.memory.heights.transport});
    y += frame.memory.heights.transport + measures.gap;
    if (has_notice(frame.state)) {
        frame.memory.heights.notice = draw_notice(frame, {area.x, y, area.width, frame.memory.heights.notice});
        y += frame.memory.heights.notice + measures.gap;
    }
    y += draw_axis_row(frame, {area.x, y, area.width, 0}) + measures.gap;
    y += draw_hero(frame, {area.x, y, area.width, 0}, measures) + measures.gap;
    const int columns = std::max(1, static_cast<int>((area.width + measures.gap) / (narrowest_column + measures.gap)));
    y += draw_rows(grid_cards(frame), {area.x, y, area.width, 0}, columns, measures.panel_height, measures.gap);
    return y - area.y;
}

/// Experiments and parameters. Returns the height used.
float draw_side(const Frame& frame, const Box& area, float gap) {
    frame.memory.heights.picker = draw_picker(frame, {area.x, area.y, area.width, frame.memory.heights.picker});
    const float y = area.y + frame.memory.heights.picker + gap;
    frame.memory.heights.controls = draw_controls(frame, {area.x, y, area.width, frame.memory.heights.controls});
    return y + frame.memory.heights.controls - area.y;
}

/// How far the side column is moved down so that it stays in sight while longer plots scroll past: until its own end
/// shows.
float stuck_by(const Frame& frame, float main_height, float scroll, const Measures& measures) {
    const float side = frame.memory.heights.picker + measures.gap + frame.memory.heights.controls;
    const float hidden = std::max(0.0F, side + 2 * measures.margin - ImGui::GetIO().DisplaySize.y);
    return std::clamp(scroll - hidden, 0.0F, std::max(0.0F, main_height - side));
}

}  // namespace

bool is_folded(float width) { return width < folded_below; }
bool is_narrow(float width) { return width < narrow_below; }

float draw_page(const Frame& frame, float width, float scroll) {
    const Measures measures = measures_of(frame);
    const float page = std::min(width, widest_page);
    const Box area{std::floor((width - page) / 2) + measures.margin, measures.margin - scroll,
                   page - 2 * measures.margin, 0};
    float height = 0;
    if (frame.folded) {
        height = draw_side(frame, area, measures.gap) + measures.gap;
        height += draw_main(frame, {area.x, area.y + height, area.width, 0}, measures);
    } else {
        constexpr float side = 320;
        const float main_left = area.x + side + measures.gap;
        const float main = draw_main(frame, {main_left, area.y, area.right() - main_left, 0}, measures);
        const float stuck = stuck_by(frame, main, scroll, measures);
        height = std::max(main, draw_side(frame, {area.x, area.y + stuck, side, 0}, measures.gap));
    }
    return std::ceil(height + 2 * measures.margin);
}

}  // namespace polarize::ui
