#include "notice.hpp"

#include <algorithm>
#include <string>

#include "number_text.hpp"
#include "paint.hpp"
#include "strings.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

bool has_ended_early(const ViewState& state) { return state.latest && ended_early(state.latest->status); }

/// A flow that cannot go on, where no smaller learning rate would help.
bool is_stuck(const ViewState& state) { return state.latest && state.latest->status == RunStatus::stuck; }

std::string title_of(const ViewState& state) {
    if (!state.error.empty()) return text_of(Text::error_title);
    if (is_stuck(state)) return filled(Text::stuck_title, {grouped(state.latest->step), state.latest->stuck_reason});
    return filled(Text::diverged_title, {grouped(state.latest->diverged_step), state.latest->diverged_quantity});
}

std::string help_of(const ViewState& state) {
    if (!state.error.empty()) return state.error;
    return text_of(is_stuck(state) ? Text::stuck_help : Text::diverged_help);
}

/// Offers a tenth of the learning rate and a new start.
void draw_way_out(const Frame& frame, const Box& box, double smaller) {
    const std::string label = filled(Text::diverged_retry, {number_text(smaller)});
    if (!button(frame, "notice/retry", box, label)) return;
    Choices choices = frame.state.choices;
    choices.params.set("lr", smaller);
    frame.wishes.choices = choices;
    frame.wishes.new_run = true;
    frame.wishes.command("play");
}

}  // namespace

bool has_notice(const ViewState& state) { return has_ended_early(state) || !state.error.empty(); }

float draw_notice(const Frame& frame, const Box& box) {
    const ViewState& state = frame.state;
    const bool failed = !state.error.empty();
    const float padding = frame.narrow ? 16 : 20;
    const float left = box.x + padding + 32;
    const Parameter* rate = state.experiment().find("lr");
    const double smaller = rate == nullptr ? 0 : state.choices.params.real("lr") / 10;
    const bool offers = !failed && !is_stuck(state) && rate != nullptr && smaller >= rate->minimum;
    const float button_width = offers ? 170 : 0;
    const bool beside = box.width > 560;
    const float width = box.width - padding * 2 - 32 - (beside ? button_width + 16 : 0);

    const std::string title = title_of(state);
    const std::string help = help_of(state);
    card(frame, box);
    icon(Icon::warning, {box.x + padding + 9, box.y + padding + 10}, 20, frame.theme.warning);
    float y = box.y + padding;
    y += paragraph({left, y}, width, frame.fonts.strong, frame.theme.ink, title) + 2;
    y += paragraph({left, y}, width, frame.fonts.small, frame.theme.muted, help);
    if (offers && beside) {
        const float middle = (box.y + padding + y - frame.target()) / 2;
        draw_way_out(frame, {box.right() - padding - button_width, middle, button_width, frame.target()}, smaller);
    } else if (offers) {
        draw_way_out(frame, {left, y + 12, button_width, frame.target()}, smaller);
        y += 12 + frame.target();
    }
    return y + padding - box.y;
}

}  // namespace polarize::ui
