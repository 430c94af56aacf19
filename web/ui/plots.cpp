#include "plots.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "axes.hpp"
#include "curves.hpp"
#include "formula.hpp"
#include "implot.h"
#include "line_selection.hpp"
#include "number_text.hpp"
#include "paint.hpp"

namespace polarize::ui {

namespace {

constexpr std::size_t most_lines = 32;
constexpr std::size_t most_labels = 10;

/// What is to be drawn in one panel.
struct Content {
    std::vector<Curve> curves;
    std::size_t left_out = 0;  ///< tokens that are not drawn
    std::size_t tokens = 0;
};

std::size_t final_winner(const ViewState& state) {
    return state.latest ? static_cast<std::size_t>(state.latest->winner) : 0;
}

/// One curve a token: those of the largest weights at the end when there are too many.
void add_tokens(const Frame& frame, const Series& series, std::string_view label, bool ordered, Content& content) {
    const std::span<const double> alpha = frame.state.store.at("alpha", frame.state.store.samples() - 1);
    const bool by_weight = !ordered && alpha.size() == series.width;
    const std::vector<double> descending(series.width, 0.0);
    const std::vector<std::size_t> chosen = largest(by_weight ? alpha : std::span(descending), most_lines);
    content.tokens = series.width;
    content.left_out = series.width - chosen.size();
    const std::size_t winner = ordered ? 0 : final_winner(frame.state);
    for (const std::size_t token : chosen) {
        const bool wins = token == winner;
        Curve curve{&series.values[token], series.width,      token_colour(frame.theme, token),
                    wins ? 2.6F : 1.5F,    token_dash(token), {}};
        if (!wins) curve.colour = faded(curve.colour, 0.85F);
        if (series.width <= most_labels || wins)
            curve.label = std::string(label) + "{" + std::to_string(token + 1) + "}";
        content.curves.push_back(std::move(curve));
    }
    // The winner is drawn last, above the others.
    const auto wins = std::find_if(content.curves.begin(), content.curves.end(),
                                   [](const Curve& curve) { return curve.thickness > 2; });
    if (wins != content.curves.end()) std::rotate(wins, wins + 1, content.curves.end());
}

Content content_of(const Frame& frame, const Panel& panel) {
    Content content;
    if (frame.state.store.empty()) return content;
    std::size_t colour = 0;
    for (const PanelSeries& wanted : panel.series) {
        const Series* series = frame.state.store.history().find(wanted.name);
        if (series == nullptr) continue;
        if (panel.tokens) {
            add_tokens(frame, *series, wanted.label, wanted.name == "singular_values", content);
        } else {
            content.curves.push_back({series->values.data(), 1, colour == 0 ? frame.theme.ink : frame.theme.accent,
                                      2.0F, 0, std::string(wanted.label)});
        }
        ++colour;
    }
    return content;
}

/// log k, which the entropy starts from when all weights are equal.
void draw_entropy_reference(const Frame& frame) {
    if (!frame.state.latest || frame.state.latest->alpha.empty()) return;
    const double uniform = std::log(static_cast<double>(frame.state.latest->alpha.size()));
    const ImVec2 area = ImPlot::GetPlotPos();
    const float width = ImPlot::GetPlotSize().x;
    const float y = std::round(ImPlot::PlotToPixels(frame.clock.low, uniform).y);
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    for (float x = area.x; x < area.x + width; x += 8) {
        list.AddLine({x, y}, {std::min(x + 4, area.x + width), y}, frame.theme.faint, 1);
    }
    text_right({area.x + width - 4, y + 4}, frame.fonts.small, frame.theme.faint, text_of(Text::uniform));
}

/// Where `curve` is at `sample`, if the axes can show it.
std::optional<ImVec2> pixel_of(const Axes& axes, const Curve& curve, std::size_t sample) {
    const double position = axes.clock.positions[sample];
    const double height = axes.height_of(curve.values[sample * curve.stride]);
    if (!std::isfinite(position) || !std::isfinite(height)) return std::nullopt;
    return ImPlot::PlotToPixels(position, height);
}

/// A dot where each named curve of a run under way has got to.
void draw_heads(const Frame& frame, const Content& content, const Axes& axes) {
    if (!frame.state.latest || frame.state.latest->status != RunStatus::running) return;
    for (const Curve& curve : content.curves) {
        const std::optional<ImVec2> head = pixel_of(axes, curve, frame.state.store.samples() - 1);
        if (!head || curve.label.empty()) continue;
        ImPlot::GetPlotDrawList()->AddCircleFilled(*head, curve.thickness + 0.6F, curve.colour | IM_COL32_A_MASK);
    }
}

/// The shown moment as a line, with a dot on every named curve.
void draw_cursor(const Frame& frame, const Content& content, const Axes& axes, std::size_t sample) {
    const double position = axes.clock.positions[sample];
    if (!std::isfinite(position)) return;
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const float x = ImPlot::PlotToPixels(position, axes.y.low).x;
    const ImVec2 area = ImPlot::GetPlotPos();
    list.AddLine({x, area.y}, {x, area.y + ImPlot::GetPlotSize().y}, frame.theme.cursor, 1);
    for (const Curve& curve : content.curves) {
        const std::optional<ImVec2> centre = pixel_of(axes, curve, sample);
        if (!centre || curve.label.empty()) continue;
        list.AddCircleFilled(*centre, 4, frame.theme.card);
        list.AddCircleFilled(*centre, 3, curve.colour | IM_COL32_A_MASK);
    }
}

/// The curves' names with their values at the shown moment, at the height where the curves end.
void draw_labels(const Frame& frame, const Content& content, const Axes& axes, const Box& gutter, std::size_t sample,
                 bool two_rows) {
    std::vector<const Curve*> named;
    std::vector<float> heights;
    for (const Curve& curve : content.curves) {
        const double value = curve.values[sample * curve.stride];
        if (curve.label.empty() || !std::isfinite(value)) continue;
        const double height = axes.height_of(value);
        const double shown = std::isfinite(height) ? height : axes.y.low;
        named.push_back(&curve);
        heights.push_back(std::clamp(ImPlot::PlotToPixels(axes.clock.low, shown).y, gutter.y, gutter.bottom()));
    }
    const float gap = two_rows ? 38 : 17;
    const float half = gap / 2;
    const std::vector<float> placed = spread(heights, gap, gutter.y + half - 4, gutter.bottom() - half + 4);
    for (std::size_t i = 0; i < named.size(); ++i) {
        const Curve& curve = *named[i];
        const ImU32 colour = curve.colour | IM_COL32_A_MASK;
        const std::string value = short_number(curve.values[sample * curve.stride]);
        const float top =
            placed[i] - (two_rows ? half : 0) - formula_height(frame.fonts) / 2 + (two_rows ? 9.0F : 0.0F);
        formula(frame, {gutter.x, top}, colour, curve.label);
        if (two_rows) {
            text({gutter.x, placed[i] + 1}, frame.fonts.small, frame.theme.muted, value);
        } else {
            text({gutter.x + 26, placed[i] - frame.fonts.small->FontSize / 2}, frame.fonts.small, frame.theme.muted,
                 value);
        }
    }
}

/// Points the views at the sample under the pointer; a press keeps it.
void read_pointer(const Frame& frame) {
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    const ImGuiIO& io = ImGui::GetIO();
    const bool inside = Box{corner.x, corner.y, size.x, size.y}.contains(io.MousePos) && ImGui::IsWindowHovered();
    if (!inside || !frame.memory.sliding.empty()) return;
    const bool finger = io.MouseSource == ImGuiMouseSource_TouchScreen;
    if (finger && !ImGui::IsMouseDown(0)) return;
    const std::size_t sample = frame.clock.nearest(ImPlot::PixelsToPlot(io.MousePos).x);
    frame.wishes.hovered = sample;
    if (!finger && ImGui::IsMouseClicked(0)) frame.wishes.scrubbed = std::optional<std::size_t>(sample);
}

void draw_empty(const Frame& frame) {
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    text_centred({corner.x, corner.y, size.x, size.y}, frame.fonts.small, frame.theme.faint, text_of(Text::empty_help));
}

void draw_plot(const Frame& frame, const Panel& panel, const Content& content, const Box& box) {
    const Axes axes = axes_of(frame, panel, content.curves);
    const bool two_rows = !panel.tokens;
    const float gutter = two_rows ? 64 : 84;
    ImGui::SetCursorScreenPos(box.top_left());
    ImGui::PushFont(frame.fonts.small);
    const std::string name = std::string("##") + text_of(panel.title);
    if (ImPlot::BeginPlot(name.c_str(), {box.width - gutter, box.height},
                          ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame)) {
        set_up(frame, axes, {box.width - gutter, box.height});
        ImPlot::PushPlotClipRect(2);
        if (panel.axis == ValueAxis::entropy) draw_entropy_reference(frame);
        for (const Curve& curve : content.curves) draw_curve(axes, curve);
        if (content.curves.empty()) draw_empty(frame);
        if (!content.curves.empty()) draw_heads(frame, content, axes);
        const std::optional<std::size_t> moment = frame.state.moment();
        if (moment && !content.curves.empty()) draw_cursor(frame, content, axes, *moment);
        ImPlot::PopPlotClipRect();
        if (!content.curves.empty()) {
            const ImVec2 corner = ImPlot::GetPlotPos();
            const ImVec2 size = ImPlot::GetPlotSize();
            draw_labels(frame, content, axes, {corner.x + size.x + 8, corner.y, gutter - 8, size.y},
                        moment.value_or(frame.state.store.samples() - 1), two_rows);
            read_pointer(frame);
        }
        ImPlot::EndPlot();
    }
    ImGui::PopFont();
}

}  // namespace

bool has_data(const ViewState& state, const Panel& panel) {
    if (state.store.empty()) return panel.title != Text::column_norm_title && panel.title != Text::singular_title;
    return std::any_of(panel.series.begin(), panel.series.end(),
                       [&](const PanelSeries& series) { return state.store.history().find(series.name) != nullptr; });
}

Box draw_panel_header(const Frame& frame, const Box& box, std::string_view title, std::string_view markup,
                      std::string_view help) {
    const float padding = frame.narrow ? 16 : 18;
    const Box inner = box.shrunk(padding);
    card(frame, box);
    text(inner.top_left(), frame.fonts.strong, frame.theme.ink, title);
    float y = inner.y + 24;
    const float width = formula_width(frame.fonts, markup);
    const bool beside = width_of(frame.fonts.strong, title) + 16 + width <= inner.width;
    const float baseline = frame.fonts.strong->Ascent - frame.fonts.upright->Ascent;
    if (beside) {
        formula(frame, {inner.right() - width, inner.y + baseline}, frame.theme.muted, markup);
    } else {
        formula(frame, {inner.x, y + baseline}, frame.theme.muted, markup);
        y += 22;
    }
    paragraph({inner.x, y}, inner.width, frame.fonts.small, frame.theme.muted, help, 2);
    y += 2 * std::round(frame.fonts.small->FontSize * 1.2F) + 8;
    return {inner.x, y, inner.width, inner.bottom() - y};
}

void draw_panel(const Frame& frame, const Panel& panel, const Box& box) {
    const Content content = content_of(frame, panel);
    std::string help = text_of(panel.help);
    if (content.left_out > 0) {
        help = filled(Text::lines_shown,
                      {std::to_string(content.curves.size()), grouped(static_cast<std::int64_t>(content.tokens))});
    }
    draw_plot(frame, panel, content, draw_panel_header(frame, box, text_of(panel.title), panel.formula, help));
}

}  // namespace polarize::ui
