#include "ticks.hpp"

#include <algorithm>
#include <cmath>

#include "number_text.hpp"

namespace polarize::ui {

namespace {

/// The smallest of 1, 2 and 5 times a power of ten that is not below `least`.
double round_step(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) return factor * power;
    }
    return 10 * power;
}

/// How many decades lie between neighbouring ticks that have to be `least` apart: a round number of them.
int round_stride(double least) {
    if (least <= 1) return 1;
    if (least <= 3) return static_cast<int>(std::ceil(least));
    return static_cast<int>(round_step(least));
}

std::string decade_text(int exponent) {
    return std::abs(exponent) < 3 ? number_text(std::pow(10.0, exponent)) : power_of_ten(exponent);
}

}  // namespace

std::vector<Tick> linear_ticks(double low, double high, double length, double spacing) {
    std::vector<Tick> ticks;
    const double step = round_step((high - low) * std::min(spacing / length, 1.0));
    if (!std::isfinite(step) || step <= 0) return ticks;
    // The slack keeps a tick at the very end of the axis in spite of rounding.
    const double first = std::ceil(low / step - 1e-9);
    const double last = std::floor(high / step + 1e-9);
    // Counted from the first: where the ends differ in their last bits alone, adding 1 to `first` may not change it.
    for (double i = 0; i <= last - first; ++i) ticks.push_back({(first + i) * step, tick_text((first + i) * step)});
    return ticks;
}

std::vector<Tick> logarithmic_ticks(double low, double high, double length, double spacing) {
    const int first = static_cast<int>(std::ceil(low - 1e-9));
    const int last = static_cast<int>(std::floor(high + 1e-9));
    std::vector<Tick> ticks;
    if (last - first < 1) {
        ticks = linear_ticks(std::pow(10.0, low), std::pow(10.0, high), length, spacing);
        for (Tick& tick : ticks) tick.position = std::log10(tick.position);
        return ticks;
    }
    const int stride = round_stride(spacing * (high - low) / length);
    // Short strides are counted from the far end, so that the last decade has its tick; long ones fall on round
    // exponents.
    const int start = stride <= 3 ? last : static_cast<int>(std::floor(static_cast<double>(last) / stride)) * stride;
    for (int exponent = start; exponent >= first; exponent -= stride) {
        ticks.push_back({static_cast<double>(exponent), decade_text(exponent)});
    }
    return ticks;
}

std::string tick_text(double value) {
    const double exponent = value > 0 ? std::log10(value) : 0;
    if (std::abs(exponent) > 2.5 && std::abs(exponent - std::round(exponent)) < 1e-9)
        return decade_text(static_cast<int>(std::lround(exponent)));
    return number_text(value, 4);
}

}  // namespace polarize::ui
