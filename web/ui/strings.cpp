#include "strings.hpp"

#include <array>
#include <cstddef>

namespace polarize::ui {

namespace {

using Table = std::array<const char*, static_cast<std::size_t>(Text::count)>;

/// English, in the order of Text.
constexpr Table english = {
    "Experiments",
    "Parameters",
    "Model",
    "Training",
    "Start",
    "Further parameters",
    "Reset all",
    "Back to the default",
    "Takes effect at once.",
    "Starts a new run.",
    "Press to type a number",
    "The next seed: another random start",
    "Play (space)",
    "Pause (space)",
    "One update (right arrow)",
    "On to ten times as many updates",
    "Start again (R)",
    "Run again",
    "of {0} updates",
    "τ = {0} · {1} steps",
    "running",
    "paused",
    "finished",
    "Diverged at update {0}",
    "Starting the engine …",
    "1/s",
    "60/s",
    "×10/s",
    "×1000/s",
    "max",
    "One update every second",
    "Sixty updates every second",
    "Ten times as many updates every second",
    "A thousand times as many updates every second",
    "As fast as the engine computes",
    "earlier moment, run at {0}",
    "Back to now",
    "Axes",
    "log",
    "linear",
    "log–log",
    "Plotted over the number of updates. Point at a plot to see that moment in every view.",
    "Plotted over the time t of the gradient flow. Point at a plot to see that moment in every view.",
    "Plotted over the rescaled time τ, which runs like log t. Point at a plot to see that moment in every view.",
    "Waiting for the first numbers",
    "Something went wrong",
    "The run diverged at update {0}: {1} is no longer finite",
    "The steps were too large for this loss. What was recorded up to then is shown below.",
    "Try lr = {0}",
    "The flow is stuck after {0} steps",
    "It is not smooth there, or its rates differ too much. Gradient descent shows what a finite step makes of it.",
    "Shown are the {0} of {1} tokens with the largest weights.",
    "Attention now",
    "How much each token counts.",
    "Token {0} wins with {1}",
    "Token {0} leads with {1}",
    "Token {0} has the largest weight, {1}",
    "The simplex",
    "All distributions over three tokens. Arrows: the push on them now. Line: the way so far.",
    "With three tokens every distribution is a point of a triangle, and the whole flow can be drawn on it.",
    "This score map does not give a distribution, so its weights have no place on the triangle.",
    "Set k = 3",
    "Attention weights",
    "Each token's share of the sum. Tokens with more than the average value grow, the others fade.",
    "Scores",
    "What the score map turns into weights. Under softmax their sum never changes.",
    "Value projections",
    "How far each token's value points along the teacher: its fitness in the race.",
    "Loss",
    "What gradient descent lowers.",
    "Gradient norms",
    "How fast the values and the scores still move.",
    "Entropy",
    "How evenly the weights are spread, in nats; zero when one token has it all.",
    "Margin",
    "How far the predictor has come along the teacher, and how long it is.",
    "Alignment",
    "Cosine of the angle between predictor and teacher: 1 when they point the same way.",
    "Massive activation",
    "Length of the leading token's column of U, and of the longest other one.",
    "Singular values",
    "Of the value matrix. One that outgrows the rest means rank one.",
    "log k",

};

static_assert(english.back() != nullptr, "a text is missing");

}  // namespace

const char* text_of(Text text) { return english[static_cast<std::size_t>(text)]; }

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
