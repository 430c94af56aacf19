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

/// "10⁴" for 4.
std::string power_of_ten(int exponent);

/// "a₁₂" for "a" and 12.
std::string subscripted(const std::string& symbol, std::int64_t index);

}  // namespace polarize::ui
