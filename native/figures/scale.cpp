#include "figures/scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "formats/number.hpp"

namespace polarize::native {
namespace {

constexpr double round_off = 1e-9;
constexpr int label_digits = 6;

Tick tick_at(double value) { return {value, short_number(value, label_digits)}; }

/// 1, 2 or 5 times a power of ten, at least `step` but for round-off.
double round_step(double step) {
    const double power = std::pow(10.0, std::floor(std::log10(step)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= step * (1 - round_off)) return factor * power;
    return 10 * power;
}

std::vector<Tick> even_ticks(const Scale& scale, int wanted) {
    std::vector<Tick> ticks;
    const double step = round_step((scale.high - scale.low) / wanted);
    const double first = std::ceil(scale.low / step - round_off);
    const double last = std::floor(scale.high / step + round_off);
    // Counted from the first: where the ends differ in their last bits alone, adding 1 to `first` may not change it.
    for (double i = 0; i <= last - first; ++i) ticks.push_back(tick_at((first + i) * step + 0.0));  // not −0
    return ticks;
}

/// The powers of ten in a scale that spans several, or every second, third … of them.
std::vector<Tick> decade_ticks(const Scale& scale, int wanted) {
    std::vector<Tick> ticks;
    const double first = std::ceil(std::log10(scale.low) - round_off);
    const double last = std::floor(std::log10(scale.high) + round_off);
    const double step = std::max(1.0, std::ceil((last - first) / wanted));
    for (double i = first; i <= last; i += step) ticks.push_back(tick_at(std::pow(10.0, i)));
    return ticks;
}

/// 1, 2 and 5 times the powers of ten in a scale.
std::vector<Tick> half_decade_ticks(const Scale& scale) {
    std::vector<Tick> ticks;
    for (double i = std::floor(std::log10(scale.low)); i <= std::log10(scale.high); ++i)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double value = factor * std::pow(10.0, i);
            if (value >= scale.low * (1 - round_off) && value <= scale.high * (1 + round_off))
                ticks.push_back(tick_at(value));
        }
    return ticks;
}

}  // namespace

double Scale::share(double value) const {
    if (!(low < high)) return 0.5;
    if (logarithmic) return (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
    return (value - low) / (high - low);
}

std::vector<Tick> ticks_of(const Scale& scale, int wanted) {
    constexpr double few_decades = 2;
    if (!(scale.low < scale.high)) return {tick_at(scale.low)};
    std::vector<Tick> ticks;
    if (scale.logarithmic && std::log10(scale.high / scale.low) >= few_decades) ticks = decade_ticks(scale, wanted);
    else if (scale.logarithmic) ticks = half_decade_ticks(scale);
    else ticks = even_ticks(scale, wanted);
    if (ticks.empty()) return {tick_at(scale.low), tick_at(scale.high)};
    return ticks;
}

}  // namespace polarize::native
