#include "number_text.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace polarize::ui {

namespace {

constexpr const char* thin_space = "\u2009";
constexpr std::array superscript_digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::array subscript_digits = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

std::string with_digits(std::int64_t value, const std::array<const char*, 10>& digits) {
    std::string text;
    for (const char digit : std::to_string(value)) text += digits[static_cast<std::size_t>(digit - '0')];
    return text;
}

std::string group_digits(const std::string& digits) {
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += thin_space;
        text += digits[i];
    }
    return text;
}

std::string formatted(const char* format, int precision, double value) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, precision, value);
    return buffer.data();
}

/// Drops the zeros at the end of a decimal fraction, and the point when nothing is left behind it.
std::string without_trailing_zeros(std::string text) {
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

}  // namespace

std::string grouped(std::int64_t value) {
    if (value < 0) return "−" + group_digits(std::to_string(value).substr(1));
    return group_digits(std::to_string(value));
}

std::string power_of_ten(int exponent) {
    return "10" + std::string(exponent < 0 ? "⁻" : "") + with_digits(std::abs(exponent), superscript_digits);
}

std::string subscripted(const std::string& symbol, std::int64_t index) {
    return symbol + with_digits(index, subscript_digits);
}

std::string number_text(double value, int digits) {
    if (!std::isfinite(value)) return "–";
    if (value == 0) return "0";
    const std::string sign = value < 0 ? "−" : "";
    // The rounded number decides the exponent: 0.9996 to three digits is 1.00.
    const std::string scientific = formatted("%.*e", digits - 1, std::abs(value));
    const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
    if (exponent < -3 || exponent > 6) {
        return sign + without_trailing_zeros(scientific.substr(0, scientific.find('e'))) + "·" + power_of_ten(exponent);
    }
    const std::string plain =
        without_trailing_zeros(formatted("%.*f", std::max(0, digits - 1 - exponent), std::abs(value)));
    const std::size_t point = plain.find('.');
    if (exponent < 4) return sign + plain;
    return sign + group_digits(plain.substr(0, point)) + (point == std::string::npos ? "" : plain.substr(point));
}

}  // namespace polarize::ui
