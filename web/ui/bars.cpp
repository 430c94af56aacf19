#include "bars.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "curves.hpp"
#include "line_selection.hpp"
#include "number_text.hpp"
#include "paint.hpp"
#include "plots.hpp"
#include "strings.hpp"

namespace polarize::ui {

namespace {

constexpr std::size_t most_rows = 12;  ///< up to here bars lie and carry their numbers
constexpr std::size_t most_bars = 32;
constexpr double winning_weight = 0.9;

/// The scale that all bars share.
struct Scale {
    double low = 0;
    double high = 1;

    float share(double value) const { return static_cast<float>((value - low) / (high - low)); }
};

Scale scale_of(const std::vector<double>& alpha) {
    Scale scale;
    for (const double value : alpha) {
        if (!std::isfinite(value)) continue;
        scale.low = std::min(scale.low, value);
        scale.high = std::max(scale.high, value);
    }
    return scale;
}

std::string verdict(const Moment& moment) {
    const double weight = moment.alpha[moment.winner];
    const double total = std::accumulate(moment.alpha.begin(), moment.alpha.end(), 0.0);
    const std::string token = std::to_string(moment.winner + 1);
    const bool distribution = std::abs(total - 1) < 1e-3;
    if (distribution && weight >= winning_weight) return filled(Text::bars_wins, {token, weight_text(weight)});
    return filled(distribution ? Text::bars_leads : Text::bars_largest, {token, weight_text(weight)});
}

ImU32 bar_colour(const Frame& frame, const Moment& moment, std::size_t token) {
    return faded(token_colour(frame.theme, token), token == moment.winner ? 1.0F : 0.5F);
}

void draw_rows(const Frame& frame, const Moment& moment, const Box& area) {
    constexpr float name_width = 26;
    constexpr float number_width = 68;
    const Scale scale = scale_of(moment.alpha);
    const float pitch = std::min(area.height / static_cast<float>(moment.alpha.size()), 34.0F);
    const float thickness = std::min(pitch * 0.62F, 18.0F);
    const Box track{area.x + name_width, area.y, area.width - name_width - number_width, 0};
    for (std::size_t token = 0; token < moment.alpha.size(); ++token) {
        const double value = moment.alpha[token];
        const bool wins = token == moment.winner;
        const float middle = area.y + pitch * (static_cast<float>(token) + 0.5F);
        const float top = middle - thickness / 2;
        ImFont* font = wins ? frame.fonts.small_strong : frame.fonts.small;
        const float text_top = middle - font->FontSize / 2;
        const ImU32 ink = wins ? frame.theme.ink : frame.theme.muted;
        text_right({area.x + name_width - 10, text_top}, font, ink, std::to_string(token + 1));
        round_box({track.x, top, track.width, thickness}, faded(frame.theme.field, 0.7F), thickness / 4);
        if (!std::isfinite(value)) continue;
        const float zero = track.x + track.width * scale.share(0);
        const float end = track.x + track.width * scale.share(value);
        round_box({std::min(zero, end), top, std::max(std::abs(end - zero), 1.0F), thickness},
                  bar_colour(frame, moment, token), thickness / 4);
        text_right({area.right(), text_top}, font, ink, short_number(value));
    }
}

/// The tokens' numbers below their bars: the winner's, and of the others as many as there is room for.
void draw_names(const Frame& frame, const Moment& moment, const std::vector<std::size_t>& tokens, const Box& row) {
    const float pitch = row.width / static_cast<float>(tokens.size());
    const auto extent = [&](std::size_t i) {
        const float width = width_of(frame.fonts.small_strong, std::to_string(tokens[i] + 1));
        return Box{row.x + pitch * (static_cast<float>(i) + 0.5F) - width / 2, row.y, width, 1};
    };
    const auto winner = std::find(tokens.begin(), tokens.end(), moment.winner);
    const Box taken = winner == tokens.end() ? Box{} : extent(static_cast<std::size_t>(winner - tokens.begin()));
    constexpr float gap = 6;
    float free_from = row.x - 20;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Box box = extent(i);
        const bool wins = tokens[i] == moment.winner;
        const bool hits_winner = box.right() + gap > taken.x && box.x < taken.right() + gap;
        if (!wins && (hits_winner || box.x < free_from)) continue;
        text(box.top_left(), wins ? frame.fonts.small_strong : frame.fonts.small,
             wins ? frame.theme.ink : frame.theme.faint, std::to_string(tokens[i] + 1));
        free_from = box.right() + gap;
    }
}

void draw_columns(const Frame& frame, const Moment& moment, const Box& area) {
    const std::vector<std::size_t> tokens = largest(moment.alpha, most_bars);
    const Scale scale = scale_of(moment.alpha);
    const Box plot{area.x, area.y + 8, area.width, area.height - 30};
    const float pitch = plot.width / static_cast<float>(tokens.size());
    const float zero = plot.bottom() - plot.height * scale.share(0);
    ImGui::GetWindowDrawList()->AddLine({plot.x, zero}, {plot.right(), zero}, frame.theme.border, 1);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const double value = moment.alpha[tokens[i]];
        if (!std::isfinite(value)) continue;
        const float x = plot.x + pitch * static_cast<float>(i);
        const float end = plot.bottom() - plot.height * scale.share(value);
        const float width = std::max(pitch * 0.72F, 1.5F);
        round_box({x + (pitch - width) / 2, std::min(zero, end), width, std::max(std::abs(end - zero), 1.0F)},
                  bar_colour(frame, moment, tokens[i]), width / 5);
    }
    draw_names(frame, moment, tokens, {plot.x, plot.bottom() + 6, plot.width, 0});
}

}  // namespace

void draw_bars(const Frame& frame, const Box& box) {
    const std::optional<Moment> moment = shown_moment(frame.state);
    const bool empty = !moment || moment->alpha.empty();
    std::string help = text_of(Text::bars_help);
    if (!empty) {
        help = verdict(*moment) + ". ";
        if (moment->alpha.size() > most_bars) {
            help += filled(Text::lines_shown,
                           {std::to_string(most_bars), grouped(static_cast<std::int64_t>(moment->alpha.size()))});
        } else {
            help += text_of(Text::bars_help);
        }
    }
    const Box area = draw_panel_header(frame, box, text_of(Text::bars_title), "α_i", help);
    if (empty) {
        text_centred(area, frame.fonts.small, frame.theme.faint, text_of(Text::empty_help));
    } else if (moment->alpha.size() <= most_rows) {
        draw_rows(frame, *moment, area);
    } else {
        draw_columns(frame, *moment, area);
    }
}

}  // namespace polarize::ui
