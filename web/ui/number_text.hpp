#pragma once

#include <cstdint>
#include <string>

namespace polarize::ui {

/// `value` with a thin space between groups of three digits: "1 000 000".
std::string grouped(std::int64_t value);

/// `value` to `digits` significant digits for people: plain between 10⁻³ and 10⁶ ("0.975", "12 300"), else with a power
/// of ten
/// ("1.2·10⁻⁵"). A number that is not finite is "–".
std::string number_text(double value, int digits = 3);

/// `value` for a label with little room: three significant digits, two below 0.01.
std::string short_number(double value);

/// A weight between 0 and 1: close to 1 as what is missing, "1 − 1.8·10⁻⁶".
std::string weight_text(double value);

/// e to the power of `logarithm`, which may be far beyond the largest double: "2.1·10⁴³⁴".
std::string exponential_text(double logarithm, int digits = 2);

/// "10⁴" for 4.
std::string power_of_ten(int exponent);

}  // namespace polarize::ui
