#include "number_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace polarize::ui {

namespace {

constexpr const char* thin_space = "\u2009";
constexpr std::array superscript_digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

std::string superscript(int value) {
    std::string text;
    for (const char digit : std::to_string(value)) text += superscript_digits[static_cast<std::size_t>(digit - '0')];
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
    return "10" + std::string(exponent < 0 ? "⁻" : "") + superscript(std::abs(exponent));
}

std::string number_text(double value, int digits) {
    if (!std::isfinite(value)) return "–";
    if (value == 0) return "0";
    const std::string sign = value < 0 ? "−" : "";
    // The rounded number decides the exponent: 0.9996 to three digits is 1.00.
    const std::string scientific = formatted("%.*e", digits - 1, std::abs(value));
    const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
    if (exponent < -3 || exponent > 6) {
        const std::string mantissa = without_trailing_zeros(scientific.substr(0, scientific.find('e')));
        return sign + (mantissa == "1" ? "" : mantissa + "·") + power_of_ten(exponent);
    }
    const std::string plain =
        without_trailing_zeros(formatted("%.*f", std::max(0, digits - 1 - exponent), std::abs(value)));
    const std::size_t point = plain.find('.');
    if (exponent < 4) return sign + plain;
    return sign + group_digits(plain.substr(0, point)) + (point == std::string::npos ? "" : plain.substr(point));
}

std::string exponential_text(double logarithm, int digits) {
    if (std::isnan(logarithm) || logarithm == HUGE_VAL) return "–";
    const double decades = logarithm / std::numbers::ln10;
    if (decades < 7) return number_text(std::exp(logarithm), digits);
    const double whole = std::floor(decades);
    const std::string mantissa = number_text(std::pow(10.0, decades - whole), digits);
    // 9.96 to two digits is 10.
    if (mantissa == "10") return power_of_ten(static_cast<int>(whole) + 1);
    return (mantissa == "1" ? "" : mantissa + "·") + power_of_ten(static_cast<int>(whole));
}

std::string short_number(double value) { return number_text(value, std::abs(value) < 0.01 ? 2 : 3); }

std::string weight_text(double value) {
    return value > 0.9995 && value < 1 ? "1 − " + number_text(1 - value, 2) : number_text(value);
}

}  // namespace polarize::ui
