#include "theme.hpp"

#include "implot.h"

namespace polarize::ui {

namespace {

/// A colour from "0xRRGGBB" and an opacity.
constexpr ImU32 rgb(ImU32 code, float opacity = 1) {
    const auto alpha = static_cast<ImU32>(opacity * 255.0F + 0.5F);
    return (alpha << IM_COL32_A_SHIFT) | ((code >> 16U) << IM_COL32_R_SHIFT) |
           (((code >> 8U) & 0xFFU) << IM_COL32_G_SHIFT) | ((code & 0xFFU) << IM_COL32_B_SHIFT);
}

// The tokens' colours follow Okabe and Ito's palette; its yellow and black are shifted to be seen on either ground.
constexpr Theme light = {
    .dark = false,
    .background = rgb(0xFBFAF7),
    .card = rgb(0xFFFFFF),
    .border = rgb(0xE8E5DE),
    .shadow = rgb(0x3A3020, 0.011F),
    .ink = rgb(0x1C1B19),
    .muted = rgb(0x625E57),
    .faint = rgb(0x77726A),
    .grid = rgb(0xEDEAE4),
    .field = rgb(0xF2F0EB),
    .field_hover = rgb(0xE9E6DF),
    .accent = rgb(0xB4532A),
    .on_accent = rgb(0xFFFFFF),
    .cursor = rgb(0x1C1B19, 0.55F),
    .warning = rgb(0xB3261E),
    .success = rgb(0x2E7D4F),
    .lines = {rgb(0x0072B2), rgb(0xD55E00), rgb(0x009E73), rgb(0xC2609A), rgb(0x3AA3DC), rgb(0xDB9200), rgb(0x8C8100),
              rgb(0x5A5752)},
};

constexpr Theme dark = {
    .dark = true,
    .background = rgb(0x14161A),
    .card = rgb(0x1C1F24),
    .border = rgb(0x2B2F36),
    .shadow = rgb(0x000000, 0.03F),
    .ink = rgb(0xECEAE5),
    .muted = rgb(0xA9A8A5),
    .faint = rgb(0x8A8A89),
    .grid = rgb(0x272B31),
    .field = rgb(0x272B32),
    .field_hover = rgb(0x323740),
    .accent = rgb(0xF0A070),
    .on_accent = rgb(0x1B130D),
    .cursor = rgb(0xECEAE5, 0.55F),
    .warning = rgb(0xFF8A80),
    .success = rgb(0x7FCF9C),
    .lines = {rgb(0x5BA8E5), rgb(0xFF8547), rgb(0x36C49A), rgb(0xE58FC0), rgb(0x8FD0F5), rgb(0xF3B340), rgb(0xD8CF4E),
              rgb(0xB9B7B2)},
};

ImVec4 clear() { return {0, 0, 0, 0}; }

void apply_to_imgui(const Theme& theme) {
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowPadding = {0, 0};
    style.WindowBorderSize = 0;
    style.WindowRounding = 0;
    style.ItemSpacing = {0, 0};
    style.FramePadding = {0, 0};
    style.DisplaySafeAreaPadding = {0, 0};
    style.AntiAliasedLinesUseTex = false;
    style.CircleTessellationMaxError = 0.1F;
    style.Colors[ImGuiCol_WindowBg] = clear();
    style.Colors[ImGuiCol_Text] = ImGui::ColorConvertU32ToFloat4(theme.ink);
    style.Colors[ImGuiCol_Border] = clear();
}

void apply_to_implot(const Theme& theme) {
    ImPlotStyle& style = ImPlot::GetStyle();
    style.PlotPadding = {0, 2};
    style.LabelPadding = {4, 6};
    style.PlotBorderSize = 0;
    style.MajorTickLen = {0, 0};
    style.MinorTickLen = {0, 0};
    style.MajorTickSize = {0, 0};
    style.MinorTickSize = {0, 0};
    style.Colors[ImPlotCol_FrameBg] = clear();
    style.Colors[ImPlotCol_PlotBg] = clear();
    style.Colors[ImPlotCol_PlotBorder] = clear();
    style.Colors[ImPlotCol_AxisBg] = clear();
    style.Colors[ImPlotCol_AxisBgHovered] = clear();
    style.Colors[ImPlotCol_AxisBgActive] = clear();
    style.Colors[ImPlotCol_AxisTick] = clear();
    style.Colors[ImPlotCol_AxisText] = ImGui::ColorConvertU32ToFloat4(theme.faint);
}

}  // namespace

const Theme& light_theme() { return light; }
const Theme& dark_theme() { return dark; }

ImU32 faded(ImU32 colour, float share) {
    const auto alpha = static_cast<float>(colour >> IM_COL32_A_SHIFT) * share;
    return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha + 0.5F) << IM_COL32_A_SHIFT);
}

void apply(const Theme& theme) {
    apply_to_imgui(theme);
    apply_to_implot(theme);
}

}  // namespace polarize::ui
