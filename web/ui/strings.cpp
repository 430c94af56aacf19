#include "strings.hpp"

#include <array>
#include <cstddef>

namespace polarize::ui {

namespace {

struct Entry {
    Text text;
    const char* words;
};

using Table = std::array<Entry, static_cast<std::size_t>(Text::count)>;

/// Whether a table has every text, in the order of Text: where each one is looked up.
constexpr bool is_complete(const Table& table) {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].text != static_cast<Text>(i) || table[i].words == nullptr) return false;
    return true;
}

constexpr Table english = {{
    {Text::experiments, "Experiments"},
    {Text::parameters, "Parameters"},
    {Text::group_model, "Model"},
    {Text::group_training, "Training"},
    {Text::group_start, "Start"},
    {Text::group_rest, "Other parameters"},
    {Text::reset_all, "Reset all"},
    {Text::reset_one, "Back to the default"},
    {Text::live_hint, "Takes effect at once."},
    {Text::restart_hint, "Starts a new run."},
    {Text::type_hint, "Press to type a number"},
    {Text::next_seed, "The next seed: another random start"},
    {Text::play, "Play (space)"},
    {Text::pause, "Pause (space)"},
    {Text::step_once, "One update (right arrow)"},
    {Text::step_decade, "Run to ten times as many updates"},
    {Text::restart, "Start again (R)"},
    {Text::run_again, "Run again"},
    {Text::of_updates, "of {0} updates"},
    {Text::flow_clock, "τ = {0} · {1} steps"},
    {Text::status_running, "running"},
    {Text::status_paused, "paused"},
    {Text::status_finished, "finished"},
    {Text::status_diverged, "Diverged at update {0}"},
    {Text::status_stuck, "Stuck after {0} steps"},
    {Text::status_waiting, "Starting the engine …"},
    {Text::pace_slow, "1/s"},
    {Text::pace_sixty, "60/s"},
    {Text::pace_decade, "×10/s"},
    {Text::pace_three_decades, "×1000/s"},
    {Text::pace_max, "max"},
    {Text::pace_slow_help, "One update every second"},
    {Text::pace_sixty_help, "Sixty updates every second"},
    {Text::pace_decade_help, "Ten times as many updates every second"},
    {Text::pace_three_decades_help, "A thousand times as many updates every second"},
    {Text::pace_max_help, "As fast as the engine computes"},
    {Text::at_step, "an earlier moment; run at {0}"},
    {Text::back_to_present, "Back to now"},
    {Text::axis, "Axes"},
    {Text::axis_log, "log"},
    {Text::axis_linear, "linear"},
    {Text::axis_loglog, "log–log"},
    {Text::axis_updates, "Plotted over the number of updates. Point at a plot to see that moment in every view."},
    {Text::axis_time,
     "Plotted over the time t of the gradient flow. Point at a plot to see that moment in every view."},
    {Text::axis_rescaled,
     "Plotted over the rescaled time τ, which runs like log t. Point at a plot to see that moment in every view."},
    {Text::empty_help, "Waiting for the first numbers"},
    {Text::error_title, "Something went wrong"},
    {Text::diverged_title, "The run diverged at update {0}: {1} is no longer finite"},
    {Text::diverged_help, "The steps were too large for this loss. What was recorded up to then is shown below."},
    {Text::diverged_retry, "Try lr = {0}"},
    {Text::stuck_title, "The flow is stuck after {0} steps: {1}"},
    {Text::stuck_help, "Gradient descent shows what finite steps do here."},
    {Text::lines_shown, "Showing the {0} of {1} tokens with the largest weights."},
    {Text::bars_title, "Attention now"},
    {Text::bars_help, "How much weight each token gets."},
    {Text::bars_wins, "Token {0} wins with {1}"},
    {Text::bars_leads, "Token {0} leads with {1}"},
    {Text::bars_largest, "Token {0} has the largest weight, {1}"},
    {Text::simplex_title, "The simplex"},
    {Text::simplex_help, "All distributions over three tokens. Arrows: where each moves now. Line: the path so far."},
    {Text::simplex_other_k,
     "With three tokens every distribution is a point of a triangle, and the whole flow can be drawn on it."},
    {Text::simplex_no_distribution,
     "This score map does not give a distribution, so its weights have no place on the triangle."},
    {Text::simplex_set_three, "Set k = 3"},
    {Text::alpha_title, "Attention weights"},
    {Text::alpha_help, "Each token's share of the sum. Tokens with more than the average value grow, the others fade."},
    {Text::scores_title, "Scores"},
    {Text::scores_help, "What the score map turns into weights. Under softmax their sum never changes."},
    {Text::projections_title, "Value projections"},
    {Text::projections_help, "How far each token's value points along the teacher: its fitness in the race."},
    {Text::loss_title, "Loss"},
    {Text::loss_help, "What gradient descent minimises."},
    {Text::gradients_title, "Gradient norms"},
    {Text::gradients_help, "How fast the values and the scores still move."},
    {Text::entropy_title, "Entropy"},
    {Text::entropy_help, "How evenly the weights are spread, in nats; zero when one token has it all."},
    {Text::margin_title, "Margin"},
    {Text::margin_help, "How far the predictor has come along the teacher, and how long it is."},
    {Text::alignment_title, "Alignment"},
    {Text::alignment_help, "Cosine of the angle between predictor and teacher: 1 when they point the same way."},
    {Text::column_norm_title, "Massive activation"},
    {Text::column_norm_help, "Length of the leading token's column of U, and of the longest other one."},
    {Text::singular_title, "Singular values"},
    {Text::singular_help, "Of the value matrix. One that outgrows the rest means rank one."},
    {Text::uniform, "log k"},
}};

static_assert(is_complete(english), "a text is missing, or not in the order of Text");

}  // namespace

const char* text_of(Text text) { return english[static_cast<std::size_t>(text)].words; }

std::string filled(Text text, std::initializer_list<std::string> values) {
    std::string result = text_of(text);
    std::size_t number = 0;
    for (const std::string& value : values) {
        const std::string mark = "{" + std::to_string(number++) + "}";
        const std::size_t at = result.find(mark);
        if (at != std::string::npos) result.replace(at, mark.size(), value);
    }
    return result;
}

}  // namespace polarize::ui
