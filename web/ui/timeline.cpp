#include "timeline.hpp"

#include <algorithm>
#include <cmath>

#include "clock.hpp"
#include "paint.hpp"
#include "ticks.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

constexpr float track_height = 6;
constexpr float thumb = 8;

/// The bar with its scale.
struct Track {
    Box box;
    const Clock& clock;

    float x_of(double position) const {
        const double share = (position - clock.low) / (clock.high - clock.low);
        return box.x + box.width * static_cast<float>(std::clamp(share, 0.0, 1.0));
    }

    double position_at(float x) const {
        const auto share = static_cast<double>(std::clamp((x - box.x) / box.width, 0.0F, 1.0F));
        return clock.low + share * (clock.high - clock.low);
    }
};

void draw_scale(const Frame& frame, const Track& track) {
    const Clock& clock = track.clock;
    const auto length = static_cast<double>(track.box.width);
    for (const Tick& tick : logarithmic_ticks(clock.low, clock.high, length, 44)) {
        const float width = width_of(frame.fonts.small, tick.label);
        const float left = track.x_of(tick.position) - width / 2;
        text({std::clamp(left, track.box.x - thumb, track.box.right() + thumb - width), track.box.bottom() + 8},
             frame.fonts.small, frame.theme.faint, tick.label);
    }
}

void draw_thumb(const Frame& frame, ImVec2 centre, bool hollow) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(centre, thumb, frame.theme.accent);
    if (hollow) list.AddCircleFilled(centre, thumb - 2.5F, frame.theme.card);
}

/// Follows the pointer; beyond what has been run lies the present.
void read_pointer(const Frame& frame, const Track& track, const Box& area) {
    const Touch press = touch("timeline", area);
    if (press.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (!slides(frame, "timeline", press)) return;
    const double position = track.position_at(ImGui::GetMousePos().x);
    std::optional<std::size_t> sample;
    if (position < track.clock.now) sample = track.clock.nearest(position);
    frame.wishes.scrubbed = sample;
}

}  // namespace

void draw_timeline(const Frame& frame, const Box& box) {
    const ViewState& state = frame.state;
    const Box bar{box.x + thumb, box.y + 14, box.width - 2 * thumb, track_height};
    round_box({box.x, bar.y, box.width, bar.height}, frame.theme.field_hover, track_height / 2);
    if (!state.latest || state.store.empty()) return;

    const Clock clock = timeline_clock(state);
    const Track track{bar, clock};
    draw_scale(frame, track);
    read_pointer(frame, track, {box.x, box.y, box.width, 34});
    const auto fill = [&](double position, float strength) {
        const float x = track.x_of(position);
        round_box({box.x, bar.y, x - box.x, bar.height}, faded(frame.theme.accent, strength), track_height / 2);
        return x;
    };
    fill(clock.now, 0.35F);
    const std::optional<std::size_t> moment = state.moment();
    const float x = fill(moment ? clock.positions[*moment] : clock.now, 0.8F);
    draw_thumb(frame, {x, bar.centre().y}, moment.has_value());
}

}  // namespace polarize::ui
