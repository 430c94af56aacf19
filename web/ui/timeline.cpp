#include "timeline.hpp"

#include <algorithm>
#include <cmath>

#include "number_text.hpp"
#include "paint.hpp"
#include "strings.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

constexpr float track_height = 6;
constexpr float thumb = 8;

/// The share of the bar that lies before `step`.
float share_of(double step, double last) {
    return static_cast<float>(std::log1p(step) / std::log1p(std::max(last, 1.0)));
}

double step_at(float share, double last) {
    return std::expm1(static_cast<double>(share) * std::log1p(std::max(last, 1.0)));
}

void draw_decades(const Frame& frame, const Box& bar, double last) {
    float free_from = bar.x;
    for (int exponent = 0; std::pow(10.0, exponent) <= last * 1.0001; ++exponent) {
        const float x = bar.x + bar.width * share_of(std::pow(10.0, exponent), last);
        const std::string label =
            exponent < 3 ? grouped(static_cast<std::int64_t>(std::pow(10.0, exponent))) : power_of_ten(exponent);
        const float width = width_of(frame.fonts.small, label);
        const float left = std::min(x - width / 2, bar.right() - width);
        if (left < free_from) continue;
        text({left, bar.bottom() + 8}, frame.fonts.small, frame.theme.faint, label);
        free_from = left + width + 8;
    }
}

void draw_thumb(const Frame& frame, ImVec2 centre, bool hollow) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(centre, thumb, frame.theme.accent);
    if (hollow) list.AddCircleFilled(centre, thumb - 2.5F, frame.theme.card);
}

}  // namespace

void draw_timeline(const Frame& frame, const Box& box) {
    const ViewState& state = frame.state;
    const Box bar{box.x + thumb, box.y + 14, box.width - 2 * thumb, track_height};
    round_box({box.x, bar.y, box.width, bar.height}, frame.theme.field_hover, track_height / 2);
    if (!state.latest || state.store.empty()) return;

    const auto last = static_cast<double>(std::max(state.latest->last_step, state.latest->step));
    draw_decades(frame, bar, last);
    const float done = share_of(static_cast<double>(state.latest->step), last);
    round_box({box.x, bar.y, thumb + bar.width * done, bar.height}, faded(frame.theme.accent, 0.35F), track_height / 2);

    const Touch press = touch("timeline", {box.x, box.y, box.width, 34});
    if (press.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (press.held || press.clicked) {
        const float share = std::clamp((ImGui::GetMousePos().x - bar.x) / bar.width, 0.0F, 1.0F);
        std::optional<std::size_t> sample;
        if (share < done) sample = state.store.nearest_sample(step_at(share, last));
        frame.wishes.scrubbed = sample;
    }

    const std::optional<std::size_t> moment = state.moment();
    const double step = static_cast<double>(moment ? state.store.history().steps[*moment] : state.latest->step);
    const float x = bar.x + bar.width * share_of(step, last);
    round_box({box.x, bar.y, x - box.x, bar.height}, faded(frame.theme.accent, 0.8F), track_height / 2);
    draw_thumb(frame, {x, bar.centre().y}, moment.has_value());
}

}  // namespace polarize::ui
