#include "paint.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numbers>
#include <string>

namespace polarize::ui {

namespace {

constexpr float line_spacing = 1.2F;
constexpr float card_rounding = 14;

ImDrawList& canvas() { return *ImGui::GetWindowDrawList(); }

/// Calls `each(line)` for the lines that `words` break into.
template <typename Each>
void for_lines(float width, ImFont* font, std::string_view words, Each&& each) {
    const char* at = words.data();
    const char* end = at + words.size();
    while (at < end) {
        const char* line_end = font->CalcWordWrapPositionA(1, at, end, width);
        if (line_end == at) ++line_end;
        each(std::string_view(at, static_cast<std::size_t>(line_end - at)));
        at = line_end;
        while (at < end && *at == ' ') ++at;
        if (at < end && *at == '\n') ++at;
    }
}

float line_height(const ImFont* font) { return std::round(font->FontSize * line_spacing); }

std::string with_ellipsis(std::string_view line, float width, ImFont* font) {
    std::string cut(line);
    while (!cut.empty() && width_of(font, cut + "…") > width) {
        do cut.pop_back();
        while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0U) == 0x80U);
    }
    return cut + "…";
}

void polyline(std::initializer_list<ImVec2> points, ImU32 colour, float thickness, bool closed = false) {
    canvas().AddPolyline(points.begin(), static_cast<int>(points.size()), colour,
                         closed ? ImDrawFlags_Closed : ImDrawFlags_None, thickness);
}

/// An open circle with an arrow's head: start again (counter-clockwise).
void turn_back(ImVec2 centre, float size, ImU32 colour) {
    const float radius = size * 0.40F;
    constexpr float pi = std::numbers::pi_v<float>;
    canvas().PathArcTo(centre, radius, -0.75F * pi, 0.95F * pi, 24);
    canvas().PathStroke(colour, ImDrawFlags_None, size * 0.11F);
    const ImVec2 start = {centre.x + radius * std::cos(-0.75F * pi), centre.y + radius * std::sin(-0.75F * pi)};
    const float head = size * 0.34F;
    canvas().AddTriangleFilled({start.x - head * 0.45F, start.y - head * 0.75F},
                               {start.x + head * 0.75F, start.y + head * 0.35F},
                               {start.x - head * 0.62F, start.y + head * 0.62F}, colour);
}

void bar(ImVec2 top_left, float width, float height, ImU32 colour) {
    canvas().AddRectFilled(top_left, {top_left.x + width, top_left.y + height}, colour, width * 0.3F);
}

void play_triangle(ImVec2 centre, float size, ImU32 colour) {
    const float half = size * 0.46F;
    canvas().AddTriangleFilled({centre.x - half * 0.72F, centre.y - half}, {centre.x + half * 1.02F, centre.y},
                               {centre.x - half * 0.72F, centre.y + half}, colour);
}

}  // namespace

float width_of(ImFont* font, std::string_view line) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, line.data(), line.data() + line.size()).x;
}

void text(ImVec2 position, ImFont* font, ImU32 colour, std::string_view line) {
    canvas().AddText(font, font->FontSize, position, colour, line.data(), line.data() + line.size());
}

void text_right(ImVec2 top_right, ImFont* font, ImU32 colour, std::string_view line) {
    text({top_right.x - width_of(font, line), top_right.y}, font, colour, line);
}

void text_centred(const Box& box, ImFont* font, ImU32 colour, std::string_view line) {
    text({std::round(box.x + (box.width - width_of(font, line)) / 2),
          std::round(box.y + (box.height - font->FontSize) / 2)},
         font, colour, line);
}

float paragraph(ImVec2 position, float width, ImFont* font, ImU32 colour, std::string_view words, int most_lines) {
    const float height = line_height(font);
    const char* end = words.data() + words.size();
    float y = position.y;
    int lines = 0;
    for_lines(width, font, words, [&](std::string_view line) {
        ++lines;
        if (most_lines > 0 && lines > most_lines) return;
        const bool cut = lines == most_lines && line.data() + line.size() < end;
        text({position.x, y}, font, colour, cut ? with_ellipsis(line, width, font) : std::string(line));
        y += height;
    });
    return y - position.y;
}

float paragraph_height(float width, ImFont* font, std::string_view words, int most_lines) {
    int lines = 0;
    for_lines(width, font, words, [&](std::string_view) { ++lines; });
    return line_height(font) * static_cast<float>(most_lines > 0 ? std::min(lines, most_lines) : lines);
}

void card(const Frame& frame, const Box& box) {
    for (int layer = 1; layer <= 5; ++layer) {
        const auto spread = static_cast<float>(layer) * 2.2F;
        canvas().AddRectFilled({box.x - spread, box.y - spread + 3}, {box.right() + spread, box.bottom() + spread + 3},
                               frame.theme.shadow, card_rounding + spread);
    }
    round_box(box, frame.theme.card, card_rounding);
    round_outline(box, frame.theme.border, card_rounding, 1);
}

void round_box(const Box& box, ImU32 colour, float rounding) {
    canvas().AddRectFilled(box.top_left(), box.bottom_right(), colour, rounding);
}

void round_outline(const Box& box, ImU32 colour, float rounding, float thickness) {
    canvas().AddRect(box.top_left(), box.bottom_right(), colour, rounding, ImDrawFlags_None, thickness);
}

void icon(Icon shape, ImVec2 centre, float size, ImU32 colour) {
    const float half = size / 2;
    const float stroke = size * 0.12F;
    switch (shape) {
        case Icon::play: play_triangle(centre, size, colour); break;
        case Icon::pause:
            bar({centre.x - half * 0.68F, centre.y - half * 0.85F}, size * 0.24F, size * 0.85F, colour);
            bar({centre.x + half * 0.20F, centre.y - half * 0.85F}, size * 0.24F, size * 0.85F, colour);
            break;
        case Icon::step:
            play_triangle({centre.x - size * 0.12F, centre.y}, size * 0.82F, colour);
            bar({centre.x + half * 0.62F, centre.y - half * 0.76F}, size * 0.16F, size * 0.76F, colour);
            break;
        case Icon::decade:
            play_triangle({centre.x - size * 0.28F, centre.y}, size * 0.76F, colour);
            play_triangle({centre.x + size * 0.26F, centre.y}, size * 0.76F, colour);
            break;
        case Icon::restart:
        case Icon::reset: turn_back(centre, size, colour); break;
        case Icon::chevron_down:
            polyline({{centre.x - half * 0.6F, centre.y - half * 0.3F},
                      {centre.x, centre.y + half * 0.35F},
                      {centre.x + half * 0.6F, centre.y - half * 0.3F}},
                     colour, stroke);
            break;
        case Icon::chevron_up:
            polyline({{centre.x - half * 0.6F, centre.y + half * 0.3F},
                      {centre.x, centre.y - half * 0.35F},
                      {centre.x + half * 0.6F, centre.y + half * 0.3F}},
                     colour, stroke);
            break;
        case Icon::plus:
            polyline({{centre.x, centre.y - half * 0.6F}, {centre.x, centre.y + half * 0.6F}}, colour, stroke);
            [[fallthrough]];
        case Icon::minus:
            polyline({{centre.x - half * 0.6F, centre.y}, {centre.x + half * 0.6F, centre.y}}, colour, stroke);
            break;
        case Icon::check:
            polyline({{centre.x - half * 0.6F, centre.y},
                      {centre.x - half * 0.15F, centre.y + half * 0.45F},
                      {centre.x + half * 0.65F, centre.y - half * 0.45F}},
                     colour, stroke);
            break;
        case Icon::warning:
            polyline({{centre.x, centre.y - half * 0.75F},
                      {centre.x + half * 0.85F, centre.y + half * 0.65F},
                      {centre.x - half * 0.85F, centre.y + half * 0.65F}},
                     colour, stroke, true);
            polyline({{centre.x, centre.y - half * 0.2F}, {centre.x, centre.y + half * 0.2F}}, colour, stroke);
            break;
    }
}

void tooltip(const Frame& frame, std::string_view words) {
    constexpr float widest = 280;
    constexpr float margin = 12;
    ImFont* font = frame.fonts.small;
    const float width = std::min(widest, width_of(font, words) + 1);
    const float height = paragraph_height(width, font, words);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const ImVec2 mouse = ImGui::GetMousePos();
    Box box{mouse.x + 14, mouse.y + 18, width + 2 * margin, height + 2 * margin - 4};
    box.x = std::max(4.0F, std::min(box.x, screen.x - box.width - 4));
    if (box.bottom() > screen.y - 4) box.y = mouse.y - box.height - 10;
    ImGui::SetNextWindowPos(box.top_left());
    ImGui::SetNextWindowSize({box.width, box.height});
    ImGui::Begin("##tooltip", nullptr,
                 ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoDecoration |
                     ImGuiWindowFlags_NoSavedSettings);
    round_box(box, frame.theme.ink, 8);
    paragraph({box.x + margin, box.y + margin - 1}, width, font, frame.theme.background, words);
    ImGui::End();
}

}  // namespace polarize::ui
