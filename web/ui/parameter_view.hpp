#pragma once

#include <polarize/params.hpp>

namespace polarize::ui {

/// How the catalogue's parameters are shown.

/// Whether a parameter has an effect under the present values of the others, and so deserves its place.
bool counts(const Params& params, const Parameter& parameter);

/// Whether a parameter is for the few: it is folded away until asked for.
bool is_rarely_used(const Parameter& parameter);

/// The part of a parameter's range that its slider spans. The catalogue allows far more than a slider can resolve; the
/// rest is reached by typing the number.
struct SliderRange {
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool zero = false;  ///< logarithmic, with the value 0 at the left end
};

SliderRange slider_range(const Parameter& parameter);

/// What serves a parameter best: a slider, for a seed one more and one less, for a horizon only the number itself.
enum class NumberControl { slider, counter, number };

NumberControl control_of(const Parameter& parameter);

/// Where `value` is on the slider, from 0 to 1; values beyond the slider's range are at its ends.
double slider_position(const Parameter& parameter, double value);

/// The value at `position`: whole for an integer, else rounded to three significant digits; always allowed.
double slider_value(const Parameter& parameter, double position);

}  // namespace polarize::ui
