
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <polarize/text.hpp>
#include "numeric/plain_numbers.hpp"

namespace polarize {

std::string number_text(double value) {
    if (std::isnan(value)) return "nan";  // printf would tell its sign, which means nothing
    const PlainNumbers plain_numbers;
    constexpr double kPlainIntegers = 1e15;
    const bool plain = std::abs(value) < kPlainIntegers && value == std::floor(value);
    // std::to_chars would do it all, at the price of 40 kB of tables in the page's engine.
    std::array<char, 32> buffer{};
    if (plain) std::snprintf(buffer.data(), buffer.size(), "%.0f", value);
    for (int digits = 1; digits <= 17 && !plain; ++digits) {
        std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, value);
        if (std::strtod(buffer.data(), nullptr) == value) break;
    }
    return buffer.data();
}

}  // namespace polarize
