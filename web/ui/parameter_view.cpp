#include "parameter_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace polarize::ui {

namespace {

/// A logarithmic slider spans this factor to either side of the default; a range of less than a tenth of it is linear.
constexpr double reach = 1e3;

/// The share of a slider that belongs to the value 0 alone.
constexpr double zero_share = 0.05;

double rounded(double value, int digits) {
    if (value == 0) return 0;
    const double scale = std::pow(10.0, std::floor(std::log10(std::abs(value))) - (digits - 1));
    // Dividing by a power of ten that is an integer keeps 0.1 exactly 0.1.
    return scale < 1 ? std::round(value / scale) / std::round(1 / scale) : std::round(value / scale) * scale;
}

}  // namespace

bool counts(const Params& params, const Parameter& parameter) {
    return params.unmet_condition(parameter.name) == nullptr;
}

bool is_rarely_used(const Parameter& parameter) {
    constexpr std::array<std::string_view, 4> names = {"optimiser", "momentum", "weight_decay", "noise"};
    return parameter.group == ParameterGroup::recording ||
           std::find(names.begin(), names.end(), parameter.name) != names.end();
}

NumberControl control_of(const Parameter& parameter) {
    if (parameter.name == "seed") return NumberControl::counter;
    return parameter.name == "horizon" ? NumberControl::number : NumberControl::slider;
}

SliderRange slider_range(const Parameter& parameter) {
    const double reference = parameter.default_value == 0 ? 1 : std::abs(parameter.default_value);
    if (parameter.minimum < 0) {
        return {std::max(parameter.minimum, -5 * reference), std::min(parameter.maximum, 5 * reference), false, false};
    }
    if (!parameter.logarithmic && parameter.maximum / reference <= reach / 10) {
        return {parameter.minimum, parameter.maximum, false, false};
    }
    const double least = parameter.kind == ParameterKind::integer ? 1 : reference / reach;
    const double low = std::max({parameter.minimum, reference / reach, least});
    return {low, std::min(parameter.maximum, reference * reach), true, parameter.minimum <= 0};
}

double slider_position(const Parameter& parameter, double value) {
    const SliderRange range = slider_range(parameter);
    if (range.high <= range.low) return 0;
    if (!range.logarithmic) return std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0);
    const double share = range.zero ? zero_share : 0;
    if (value < range.low) return range.zero && value > 0 ? share : 0;
    return std::clamp(share + (1 - share) * std::log(value / range.low) / std::log(range.high / range.low), 0.0, 1.0);
}

double slider_value(const Parameter& parameter, double position) {
    const SliderRange range = slider_range(parameter);
    const double place = std::clamp(position, 0.0, 1.0);
    double value = range.low + place * (range.high - range.low);
    if (range.logarithmic) {
        const double share = range.zero ? zero_share : 0;
        value = place < share ? 0 : range.low * std::pow(range.high / range.low, (place - share) / (1 - share));
    }
    const bool counted = parameter.kind == ParameterKind::integer && std::abs(value) < 1000;
    return std::clamp(counted ? std::round(value) : rounded(value, 3), parameter.minimum, parameter.maximum);
}

}  // namespace polarize::ui
