#pragma once

#include <span>
#include <string_view>

#include "strings.hpp"

namespace polarize::ui {

/// How the values of a panel are spread over its vertical axis.
enum class ValueAxis {
    weights,  ///< 0 to 1, or as far as the weights go; logarithmic when both axes are
    linear,
    logarithmic,
    entropy,  ///< 0 to log k
};

/// One recorded quantity of a panel.
struct PanelSeries {
    std::string_view name;   ///< as in History
    std::string_view label;  ///< a formula; with "_" at its end the token's number is appended
};

/// A plot of recorded quantities against the step, declared once.
struct Panel {
    Text title;
    Text help;
    std::string_view formula;
    std::span<const PanelSeries> series;
    ValueAxis axis = ValueAxis::linear;
    bool tokens = false;  ///< one curve for each token (or singular value) rather than one for each series
};

/// Every panel, in the order they are shown. The first is the large one.
std::span<const Panel> panels();

}  // namespace polarize::ui
