#include "formula.hpp"

#include <cfloat>
#include <cstddef>

namespace polarize::ui {

namespace {

enum class Level { line, subscript, superscript };

/// A run of characters that share a font and a height.
struct Run {
    std::string_view characters;
    Level level = Level::line;
    bool italic = false;
};

bool is_latin(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

std::size_t character_length(char first) {
    const auto code = static_cast<unsigned char>(first);
    if (code < 0x80) return 1;
    if (code < 0xE0) return 2;
    return code < 0xF0 ? 3 : 4;
}

/// Small Greek letters are the two-byte characters from U+03B1 to U+03C9.
bool is_greek(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    const auto last = static_cast<unsigned char>(character.back());
    return character.size() == 2 && ((first == 0xCE && last >= 0xB1) || (first == 0xCF && last <= 0x89));
}

/// Takes the next run from the front of `rest`.
Run next_run(std::string_view& rest, Level level) {
    std::size_t length = character_length(rest[0]);
    bool italic = is_greek(rest.substr(0, length));
    if (is_latin(rest[0])) {
        while (length < rest.size() && is_latin(rest[length])) ++length;
        italic = length == 1;
    }
    const Run run{rest.substr(0, length), level, italic};
    rest.remove_prefix(length);
    return run;
}

/// Takes "x" or "{xyz}" from the front of `rest`.
std::string_view take_script(std::string_view& rest) {
    if (rest.empty()) return {};
    std::size_t length = character_length(rest[0]);
    std::string_view script = rest.substr(0, length);
    if (rest[0] == '{') {
        length = rest.find('}');
        script = rest.substr(1, length - 1);
        ++length;
    }
    rest.remove_prefix(length);
    return script;
}

/// Calls `each(run)` for the runs of `markup` in order.
template <typename Each>
void for_runs(std::string_view markup, Each&& each) {
    std::string_view rest = markup;
    while (!rest.empty()) {
        if (rest[0] != '_' && rest[0] != '^') {
            each(next_run(rest, Level::line));
            continue;
        }
        const Level level = rest[0] == '_' ? Level::subscript : Level::superscript;
        rest.remove_prefix(1);
        std::string_view script = take_script(rest);
        while (!script.empty()) each(next_run(script, level));
    }
}

ImFont* font_of(const Fonts& fonts, const Run& run) {
    if (run.level == Level::line) return run.italic ? fonts.italic : fonts.upright;
    return run.italic ? fonts.italic_script : fonts.upright_script;
}

float run_width(const Fonts& fonts, const Run& run) {
    const ImFont* font = font_of(fonts, run);
    const std::string_view characters = run.characters;
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, characters.data(), characters.data() + characters.size()).x;
}

/// How far below the top of the line a run's own top is, so that baselines meet or scripts hang where they should.
float run_offset(const Fonts& fonts, const Run& run) {
    const ImFont* font = font_of(fonts, run);
    const float baseline = fonts.upright->Ascent - font->Ascent;
    if (run.level == Level::subscript) return baseline + 3.5F;
    return run.level == Level::superscript ? baseline - 6 : baseline;
}

}  // namespace

void formula(const Frame& frame, ImVec2 position, ImU32 colour, std::string_view markup) {
    float x = position.x;
    for_runs(markup, [&](const Run& run) {
        ImFont* font = font_of(frame.fonts, run);
        const char* first = run.characters.data();
        ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {x, position.y + run_offset(frame.fonts, run)},
                                            colour, first, first + run.characters.size());
        x += run_width(frame.fonts, run);
    });
}

float formula_width(const Fonts& fonts, std::string_view markup) {
    float width = 0;
    for_runs(markup, [&](const Run& run) { width += run_width(fonts, run); });
    return width;
}

float formula_height(const Fonts& fonts) { return fonts.upright->FontSize; }

}  // namespace polarize::ui
