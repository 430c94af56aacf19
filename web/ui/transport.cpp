#include "transport.hpp"

#include <array>
#include <cmath>
#include <string>

#include "number_text.hpp"
#include "paint.hpp"
#include "strings.hpp"
#include "timeline.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

constexpr std::array<std::string_view, 6> paces = {"steps=1",   "steps=60",  "steps=1000",
                                                   "decades=1", "decades=3", "max"};
constexpr std::array pace_labels = {Text::pace_slow,   Text::pace_sixty,         Text::pace_thousand,
                                    Text::pace_decade, Text::pace_three_decades, Text::pace_max};

bool can_advance(const ViewState& state) { return state.latest && state.latest->status == RunStatus::running; }

void toggle_playing(const Frame& frame) { frame.wishes.command(frame.state.playing ? "pause" : "play"); }

void step(const Frame& frame, std::int64_t updates) {
    frame.wishes.scrubbed = std::optional<std::size_t>{};
    frame.wishes.command("step", std::to_string(updates));
}

void restart(const Frame& frame) {
    frame.wishes.scrubbed = std::optional<std::size_t>{};
    frame.wishes.command("reset");
}

/// Updates that carry the run to ten times as many as it has done.
std::int64_t updates_to_next_decade(const ViewState& state) {
    return std::max<std::int64_t>(9 * state.latest->step, 9);
}

/// Play, one step, ten times the steps, restart. Returns where the row ends.
float draw_buttons(const Frame& frame, ImVec2 position) {
    const float large = 52;
    const float size = frame.narrow ? 44 : 40;
    const float y = position.y + (large - size) / 2;
    const bool advances = can_advance(frame.state);
    const bool playing = frame.state.playing && advances;
    if (icon_button(frame, "play", {position.x, position.y, large, large}, playing ? Icon::pause : Icon::play,
                    text_of(playing ? Text::pause : Text::play), ButtonLook::filled, advances)) {
        toggle_playing(frame);
    }
    float x = position.x + large + 14;
    if (icon_button(frame, "step", {x, y, size, size}, Icon::step, text_of(Text::step_once), ButtonLook::plain,
                    advances))
        step(frame, 1);
    x += size + 6;
    if (icon_button(frame, "decade", {x, y, size, size}, Icon::decade, text_of(Text::step_decade), ButtonLook::plain,
                    advances)) {
        step(frame, updates_to_next_decade(frame.state));
    }
    x += size + 6;
    if (icon_button(frame, "restart", {x, y, size, size}, Icon::restart, text_of(Text::restart), ButtonLook::plain,
                    frame.state.latest.has_value())) {
        restart(frame);
    }
    return x + size;
}

struct Status {
    std::string words;
    ImU32 colour = 0;
};

Status status_of(const Frame& frame) {
    const ViewState& state = frame.state;
    const Theme& theme = frame.theme;
    if (!state.error.empty()) return {state.error, theme.warning};
    if (!state.latest) return {text_of(Text::status_waiting), theme.faint};
    switch (state.latest->status) {
        case RunStatus::finished: return {text_of(Text::status_finished), theme.success};
        case RunStatus::diverged:
            return {filled(Text::status_diverged, {grouped(state.latest->diverged_step)}), theme.warning};
        case RunStatus::running: break;
    }
    return {text_of(state.playing ? Text::status_running : Text::status_paused),
            state.playing ? theme.accent : theme.muted};
}

/// The number of updates done, or of the shown moment; below it what it counts, and the status.
void draw_progress(const Frame& frame, ImVec2 position, float width) {
    const ViewState& state = frame.state;
    const std::optional<std::size_t> moment = state.moment();
    const std::int64_t shown = moment ? state.store.history().steps[*moment] : state.latest ? state.latest->step : 0;
    text({position.x, position.y - 7}, frame.fonts.display, frame.theme.ink, grouped(shown));
    const float below = position.y + 34;

    const Status status = status_of(frame);
    ImGui::GetWindowDrawList()->AddCircleFilled({position.x + 5, below + 8}, 4, status.colour);
    const float x = position.x + 16;
    std::string caption = status.words;
    if (state.latest && state.error.empty()) {
        caption = moment ? filled(Text::at_step, {grouped(state.latest->step)})
                         : status.words + " · " + filled(Text::of_updates, {grouped(state.latest->last_step)});
    }
    const bool alarming = !state.error.empty() || (state.latest && state.latest->status == RunStatus::diverged);
    paragraph({x, below}, width - 16, frame.fonts.small, alarming ? status.colour : frame.theme.muted, caption, 1);
}

void draw_pace(const Frame& frame, const Box& box) {
    std::array<std::string_view, paces.size()> labels;
    int chosen = -1;
    for (std::size_t i = 0; i < paces.size(); ++i) {
        labels[i] = text_of(pace_labels[i]);
        if (paces[i] == frame.state.choices.pace) chosen = static_cast<int>(i);
    }
    const int pressed = segmented(frame, "pace", box, labels, chosen);
    if (pressed < 0 || pressed == chosen) return;
    Choices choices = frame.state.choices;
    choices.pace = paces[static_cast<std::size_t>(pressed)];
    frame.wishes.choices = choices;
}

}  // namespace

float draw_transport(const Frame& frame, const Box& box) {
    constexpr float one_row = 860;  // from this width on everything but the timeline stands side by side
    const float padding = frame.narrow ? 16 : 20;
    const float width = box.width - 2 * padding;
    card(frame, box);
    const float x = box.x + padding;
    float y = box.y + padding;
    const float buttons_end = draw_buttons(frame, {x, y});
    const float pace_height = frame.narrow ? 44 : 36;
    if (box.width >= one_row) {
        const float pace_width = 400;
        draw_progress(frame, {buttons_end + 26, y}, width - (buttons_end - x) - 26 - pace_width - 20);
        const float left = x + width - pace_width;
        draw_pace(frame, {left, y + 8, pace_width, pace_height});
        y += 52;
    } else {
        const bool below = frame.narrow;
        if (below) y += 52 + 14;
        draw_progress(frame, {below ? x : buttons_end + 22, y}, below ? width : x + width - buttons_end - 22);
        y += 52 + 14;
        draw_pace(frame, {x, y, width, pace_height});
        y += pace_height;
    }
    y += 10;
    draw_timeline(frame, {x, y, width, 48});
    return y + 48 + padding - 6 - box.y;
}

void read_keys(const Frame& frame) {
    if (!frame.state.active) return;
    if (ImGui::IsKeyPressed(ImGuiKey_Space, false) && can_advance(frame.state)) toggle_playing(frame);
    if (ImGui::IsKeyPressed(ImGuiKey_RightArrow) && can_advance(frame.state)) step(frame, 1);
    if (ImGui::IsKeyPressed(ImGuiKey_R, false) && frame.state.latest) restart(frame);
}

}  // namespace polarize::ui
