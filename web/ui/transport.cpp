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

struct Pace {
    std::string_view text;  ///< as the page takes it
    Text label;
    Text help;
};

constexpr std::array paces = {Pace{"steps=1", Text::pace_slow, Text::pace_slow_help},
                              Pace{"steps=60", Text::pace_sixty, Text::pace_sixty_help},
                              Pace{"decades=1", Text::pace_decade, Text::pace_decade_help},
                              Pace{"decades=3", Text::pace_three_decades, Text::pace_three_decades_help},
                              Pace{"max", Text::pace_max, Text::pace_max_help}};

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

/// Play or pause; once the run is over, play it again from the start.
void draw_main_button(const Frame& frame, const Box& box) {
    if (frame.state.latest && !can_advance(frame.state)) {
        if (icon_button(frame, "again", box, Icon::restart, text_of(Text::run_again), ButtonLook::filled)) {
            frame.wishes.scrubbed = std::optional<std::size_t>{};
            frame.wishes.command("play");
        }
        return;
    }
    const bool playing = frame.state.playing;
    if (icon_button(frame, "play", box, playing ? Icon::pause : Icon::play, text_of(playing ? Text::pause : Text::play),
                    ButtonLook::filled, can_advance(frame.state))) {
        toggle_playing(frame);
    }
}

/// Play, one step, ten times the steps, restart. Returns where the row ends.
float draw_buttons(const Frame& frame, ImVec2 position) {
    const float large = 52;
    const float size = frame.narrow ? 44 : 40;
    const float y = position.y + (large - size) / 2;
    const bool advances = can_advance(frame.state);
    draw_main_button(frame, {position.x, position.y, large, large});
    float x = position.x + large + 14;
    if (icon_button(frame, "step", {x, y, size, size}, Icon::step, text_of(Text::step_once), ButtonLook::plain,
                    advances)) {
        step(frame, 1);
    }
    x += size + 6;
    if (icon_button(frame, "decade", {x, y, size, size}, Icon::decade, text_of(Text::step_decade), ButtonLook::plain,
                    advances)) {
        step(frame, updates_to_next_decade(frame.state));
    }
    x += size + 6;
    const bool over = frame.state.latest && !advances;  // then the main button starts again
    if (!over && icon_button(frame, "restart", {x, y, size, size}, Icon::restart, text_of(Text::restart),
                             ButtonLook::plain, advances)) {
        restart(frame);
    }
    return over ? x - 6 : x + size;
}

struct Status {
    std::string words;
    ImU32 colour = 0;
};

Status status_of(const Frame& frame) {
    const ViewState& state = frame.state;
    const Theme& theme = frame.theme;
    if (!state.error.empty()) return {text_of(Text::error_title), theme.warning};
    if (!state.latest) return {text_of(Text::status_waiting), theme.faint};
    switch (state.latest->status) {
        case RunStatus::finished: return {text_of(Text::status_finished), theme.success};
        case RunStatus::diverged:
            return {filled(Text::status_diverged, {grouped(state.latest->diverged_step)}), theme.warning};
        case RunStatus::stuck: return {filled(Text::status_stuck, {grouped(state.latest->step)}), theme.warning};
        case RunStatus::running: break;
    }
    return {text_of(state.playing ? Text::status_running : Text::status_paused),
            state.playing ? theme.accent : theme.muted};
}

/// How far the shown moment is: a number of updates, or the time of a gradient flow.
std::string headline_of(const ViewState& state) {
    const std::optional<std::size_t> moment = state.moment();
    if (!state.latest) return "0";
    if (!state.latest->flow) return grouped(moment ? state.store.history().steps[*moment] : state.latest->step);
    const std::span<const double> recorded = moment ? state.store.at("log_t", *moment) : std::span<const double>{};
    return "t = " + exponential_text(recorded.empty() ? state.latest->flow->log_t : recorded[0]);
}

/// What stands below it.
std::string caption_of(const ViewState& state, const Status& status) {
    if (!state.error.empty() || !state.latest) return status.words;
    const Snapshot& latest = *state.latest;
    if (ended_early(latest.status) && !state.moment()) return status.words;
    if (state.moment()) {
        return filled(Text::at_step,
                      {latest.flow ? "t = " + exponential_text(latest.flow->log_t) : grouped(latest.step)});
    }
    const std::string done = latest.flow
                                 ? filled(Text::flow_clock, {short_number(latest.flow->tau), grouped(latest.step)})
                                 : filled(Text::of_updates, {grouped(latest.last_step)});
    return done + " · " + status.words;
}

/// The number of updates done, or of the shown moment; below it what it counts, and the status.
void draw_progress(const Frame& frame, ImVec2 position, float width) {
    const ViewState& state = frame.state;
    const std::string headline = headline_of(state);
    text({position.x - 2, position.y - 6}, frame.fonts.display, frame.theme.ink, headline);

    const float below = position.y + 35;
    const Status status = status_of(frame);
    ImGui::GetWindowDrawList()->AddCircleFilled({position.x + 4, below + 8}, 4, status.colour);
    const bool alarming = status.colour == frame.theme.warning;
    const std::string caption = caption_of(state, status);
    paragraph({position.x + 16, below}, width - 16, frame.fonts.small, alarming ? status.colour : frame.theme.muted,
              caption, 1);
    if (!state.scrubbed) return;

    const char* back = text_of(Text::back_to_present);
    const float number_width = width_of(frame.fonts.display, headline);
    const float back_width = width_of(frame.fonts.body, back) + 24;
    const Box box{position.x + number_width + 16, position.y - 2, back_width, frame.narrow ? 40.0F : 32.0F};
    if (box.right() > position.x + width) return;
    if (button(frame, "present", box, back)) frame.wishes.scrubbed = std::optional<std::size_t>{};
}

void draw_pace(const Frame& frame, const Box& box) {
    std::array<std::string_view, paces.size()> labels;
    std::array<std::string_view, paces.size()> helps;
    int chosen = -1;
    for (std::size_t i = 0; i < paces.size(); ++i) {
        labels[i] = text_of(paces[i].label);
        helps[i] = text_of(paces[i].help);
        if (paces[i].text == frame.state.choices.pace) chosen = static_cast<int>(i);
    }
    const int pressed = segmented(frame, "pace", box, labels, chosen, helps);
    if (pressed < 0 || pressed == chosen) return;
    Choices choices = frame.state.choices;
    choices.pace = paces[static_cast<std::size_t>(pressed)].text;
    frame.wishes.choices = choices;
}

}  // namespace

float draw_transport(const Frame& frame, const Box& box) {
    constexpr float one_row = 800;  // from this width on everything but the timeline stands side by side
    const float padding = frame.narrow ? 16 : 20;
    const float width = box.width - 2 * padding;
    card(frame, box);
    const float x = box.x + padding;
    float y = box.y + padding;
    const float buttons_end = draw_buttons(frame, {x, y});
    const float pace_height = frame.narrow ? 44 : 36;
    if (box.width >= one_row) {
        const float pace_width = 320;
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
