#pragma once

#include "experiments/catalogue.hpp"

namespace polarize::ui {

/// Where a parameter's control stands.
enum class ParameterGroup { model, initialisation, training };

ParameterGroup group_of(const Parameter& parameter);

/// The part of a parameter's range that its slider spans. The catalogue allows far more than a slider can resolve; the
/// rest is reached by typing the number.
struct SliderRange {
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool zero = false;  ///< logarithmic, with the value 0 at the left end
};

SliderRange slider_range(const Parameter& parameter);

/// Whether a slider can serve the parameter at all; a seed, say, is better counted up or typed.
bool has_slider(const Parameter& parameter);

/// Where `value` is on the slider, from 0 to 1; values beyond the slider's range are at its ends.
double slider_position(const Parameter& parameter, double value);

/// The value at `position`: whole for an integer, else rounded to three significant digits; always allowed.
double slider_value(const Parameter& parameter, double position);

}  // namespace polarize::ui
