#include "font.hpp"

#include <cfloat>

#include "font_data.hpp"

namespace polarize::ui {

namespace {

// Each range is two code points; a zero ends the list. What a file has not is left out.
/// Dear ImGui measures a font from its ascent to its descent, typography by the em: the first divided by the second.
constexpr float text_line = 1.2102F;
constexpr float formula_line = 1.51F;

constexpr ImWchar every_glyph[] = {0x20, 0x3FF, 0x2000, 0x22FF, 0x27E8, 0x27E9, 0};
constexpr ImWchar figures_and_latin[] = {0x20,   0x7E,   0xA0,   0xFF,   0x2009, 0x2009, 0x2010,
                                         0x2026, 0x2070, 0x207B, 0x2212, 0x2212, 0};

/// Fills a configuration for a font file that stays where it is.
ImFontConfig configuration(float pixel_ratio) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.RasterizerDensity = pixel_ratio;
    config.OversampleH = pixel_ratio < 2 ? 3 : 1;
    config.OversampleV = 1;
    config.PixelSnapH = false;
    return config;
}

/// Adds a font of `size` css pixels from ascent to descent.
ImFont* add(std::span<const unsigned char> file, float size, const ImWchar* glyphs, const ImFontConfig& config) {
    // Dear ImGui takes the file by a pointer to what it may change, and does not change it when it does not own it.
    auto* data = const_cast<unsigned char*>(file.data());
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(file.size()), size, &config, glyphs);
}

ImFont* add_text(std::span<const unsigned char> file, float em, const ImWchar* glyphs, const ImFontConfig& config) {
    return add(file, em * text_line, glyphs, config);
}

ImFont* add_formula(std::span<const unsigned char> file, float em, const ImFontConfig& config) {
    return add(file, em * formula_line, every_glyph, config);
}

/// A text font whose missing signs of mathematics are taken from the formulas' font.
ImFont* add_prose(float em, const ImFontConfig& config) {
    ImFont* font = add_text(text_regular(), em, every_glyph, config);
    ImFontConfig merged = config;
    merged.MergeMode = true;
    add_formula(formula_upright(), em * 1.08F, merged);
    return font;
}

}  // namespace

Fonts build_fonts(float pixel_ratio) {
    ImFontAtlas* atlas = ImGui::GetIO().Fonts;
    atlas->Clear();
    atlas->Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoBakedLines;
    const ImFontConfig config = configuration(pixel_ratio);
    Fonts fonts;
    fonts.small = add_prose(13, config);
    fonts.body = add_prose(14.5F, config);
    fonts.small_strong = add_text(text_semibold(), 13, every_glyph, config);
    fonts.strong = add_text(text_semibold(), 15.5F, every_glyph, config);
    fonts.title = add_text(text_semibold(), 20, figures_and_latin, config);
    fonts.display = add_text(text_semibold(), 34, figures_and_latin, config);
    fonts.upright = add_formula(formula_upright(), 16, config);
    fonts.italic = add_formula(formula_italic(), 16, config);
    fonts.upright_script = add_formula(formula_upright(), 11.5F, config);
    fonts.italic_script = add_formula(formula_italic(), 11.5F, config);
    return fonts;
}

float text_width(const ImFont* font, const char* text) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text).x;
}

}  // namespace polarize::ui
