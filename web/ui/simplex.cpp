#include "simplex.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "curves.hpp"
#include "formula.hpp"
#include "number_text.hpp"
#include "paint.hpp"
#include "plots.hpp"
#include "simplex_geometry.hpp"
#include "strings.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

constexpr int arrows_a_side = 13;
constexpr float unit_height = 0.8660254F;  ///< of an equilateral triangle of side 1

/// The triangle on the canvas.
class Triangle {
  public:
    explicit Triangle(const Box& area) {
        constexpr float margin = 24;  // for the corners' names
        side_ = std::min(area.width - 2 * margin, (area.height - 2 * margin) / unit_height);
        left_ = area.x + (area.width - side_) / 2;
        bottom_ = area.y + (area.height + side_ * unit_height) / 2;
    }

    ImVec2 at(const Weights& s) const {
        const Point point = simplex_point(s);
        return {left_ + side_ * static_cast<float>(point.x), bottom_ - side_ * static_cast<float>(point.y)};
    }

    float side() const { return side_; }

  private:
    float side_ = 0, left_ = 0, bottom_ = 0;
};

Weights weights_from(std::span<const double> values) { return {values[0], values[1], values[2]}; }

void draw_outline(const Frame& frame, const Triangle& triangle, const Moment& moment) {
    const ImVec2 corners[] = {triangle.at({1, 0, 0}), triangle.at({0, 1, 0}), triangle.at({0, 0, 1})};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddTriangleFilled(corners[0], corners[1], corners[2], faded(frame.theme.field, 0.55F));
    list.AddTriangle(corners[0], corners[1], corners[2], frame.theme.border, 1.5F);
    const ImVec2 offsets[] = {{-16, 14}, {16, 14}, {0, -16}};
    for (std::size_t token = 0; token < 3; ++token) {
        const ImVec2 centre = {corners[token].x + offsets[token].x, corners[token].y + offsets[token].y};
        ImFont* font = token == moment.winner ? frame.fonts.strong : frame.fonts.body;
        text_centred({centre.x - 12, centre.y - 12, 24, 24}, font, token_colour(frame.theme, token),
                     std::to_string(token + 1));
    }
}

/// Arrows along s_i (u_i − ⟨u, s⟩), the longest as long as the grid is wide.
void draw_field(const Frame& frame, const Triangle& triangle, const Weights& u) {
    const std::vector<Weights> grid = simplex_grid(arrows_a_side);
    double strongest = 0;
    for (const Weights& s : grid) {
        const Point direction = simplex_point(replicator(s, u));
        strongest = std::max(strongest, std::hypot(direction.x, direction.y));
    }
    if (strongest <= 0 || !std::isfinite(strongest)) return;
    const float longest = triangle.side() / arrows_a_side * 0.9F;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Weights& s : grid) {
        const Weights flow = replicator(s, u);
        // A point's offset from the corner of token 1 is linear in the weights, so a difference of weights is a
        // direction.
        const Point direction = simplex_point(flow);
        const double strength = std::hypot(direction.x, direction.y) / strongest;
        const auto length = longest * static_cast<float>(0.25 + 0.75 * std::sqrt(strength));
        const double norm = std::max(std::hypot(direction.x, direction.y), 1e-300);
        const ImVec2 unit = {static_cast<float>(direction.x / norm), static_cast<float>(-direction.y / norm)};
        const ImVec2 middle = triangle.at(s);
        const ImVec2 tail = {middle.x - unit.x * length / 2, middle.y - unit.y * length / 2};
        const ImVec2 head = {middle.x + unit.x * length / 2, middle.y + unit.y * length / 2};
        const ImU32 colour = faded(frame.theme.muted, 0.22F + 0.33F * static_cast<float>(strength));
        constexpr float barb = 3.2F;
        list.AddLine(tail, head, colour, 1.1F);
        list.AddTriangleFilled({head.x + unit.x * barb, head.y + unit.y * barb},
                               {head.x - unit.y * barb * 0.7F, head.y + unit.x * barb * 0.7F},
                               {head.x + unit.y * barb * 0.7F, head.y - unit.x * barb * 0.7F}, colour);
    }
}

ImU32 blended(ImU32 from, ImU32 to, float share) {
    const ImVec4 a = ImGui::ColorConvertU32ToFloat4(from), b = ImGui::ColorConvertU32ToFloat4(to);
    const auto mix = [share](float x, float y) { return x + (y - x) * share; };
    return ImGui::ColorConvertFloat4ToU32({mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), mix(a.w, b.w)});
}

/// The path so far. Samples lie evenly on the logarithmic axis, and so runs the path's colour from blue to the accent.
void draw_path(const Frame& frame, const Triangle& triangle) {
    const HistoryStore& store = frame.state.store;
    for (std::size_t i = 1; i < store.samples(); ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(store.samples());
        ImGui::GetWindowDrawList()->AddLine(triangle.at(weights_from(store.at("alpha", i - 1))),
                                            triangle.at(weights_from(store.at("alpha", i))),
                                            blended(frame.theme.lines[4], frame.theme.accent, share), 3);
    }
}

void draw_point(const Frame& frame, ImVec2 centre) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(centre, 9, frame.theme.card);
    list.AddCircleFilled(centre, 7, frame.theme.accent);
}

/// Says why there is no triangle, and sets k = 3 where the experiment allows it.
void draw_offer(const Frame& frame, const Moment& moment, const Box& area) {
    const bool three = moment.alpha.size() == 3;
    const char* words = text_of(three ? Text::simplex_no_distribution : Text::simplex_other_k);
    const float width = std::min(area.width - 20, 300.0F);
    const float height = paragraph_height(width, frame.fonts.small, words);
    const float target = frame.target();
    const float top = area.y + (area.height - height - target - 14) / 2;
    paragraph({area.x + (area.width - width) / 2, top}, width, frame.fonts.small, frame.theme.muted, words);
    if (three) return;
    const char* label = text_of(Text::simplex_set_three);
    const float button_width = width_of(frame.fonts.body, label) + 32;
    if (button(frame, "simplex/three", {area.x + (area.width - width) / 2, top + height + 14, button_width, target},
               label)) {
        Choices choices = frame.state.choices;
        choices.params.set("k", 3.0);
        frame.wishes.choices = choices;
    }
}

bool is_distribution(const std::vector<double>& alpha) {
    double total = 0;
    for (const double weight : alpha) {
        if (!(weight >= 0)) return false;
        total += weight;
    }
    return std::abs(total - 1) < 1e-3;
}

}  // namespace

bool simplex_applies(const ViewState& state) { return state.experiment().find("k") != nullptr; }

void draw_simplex(const Frame& frame, const Box& box) {
    const std::optional<Moment> moment = shown_moment(frame.state);
    const Box area =
        draw_panel_header(frame, box, text_of(Text::simplex_title), "s_i (u_i − ⟨u, s⟩)", text_of(Text::simplex_help));
    if (moment && (moment->alpha.size() != 3 || !is_distribution(moment->alpha))) {
        draw_offer(frame, *moment, area);
        return;
    }
    const Triangle triangle(area);
    draw_outline(frame, triangle, moment.value_or(Moment{}));
    if (!moment) return;
    if (moment->u.size() == 3) draw_field(frame, triangle, weights_from(moment->u));
    if (!frame.state.store.empty()) draw_path(frame, triangle);
    draw_point(frame, triangle.at(weights_from(moment->alpha)));
}

}  // namespace polarize::ui
