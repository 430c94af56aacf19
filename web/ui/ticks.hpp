#pragma once

#include <string>
#include <vector>

namespace polarize::ui {

struct Tick {
    double position = 0;
    std::string label;
};

/// Round numbers (1, 2 or 5 times a power of ten apart) within [low, high], ascending, so few that on an axis of
/// `length` they are at least `spacing` apart.
std::vector<Tick> linear_ticks(double low, double high, double length, double spacing);

/// Powers of ten on an axis of decimal logarithms from `low` to `high`, descending from the highest: all of them, every
/// second or third one, or those of round exponents, so that they are `spacing` apart. Where there are fewer than two,
/// round numbers.
std::vector<Tick> logarithmic_ticks(double low, double high, double length, double spacing);

/// A number beside an axis: powers of ten from a thousand on as such, others as short as they can be.
std::string tick_text(double value);

}  // namespace polarize::ui
