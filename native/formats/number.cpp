#include "formats/number.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace polarize::native {
namespace {

constexpr std::size_t longest_number = 64;

}  // namespace

std::string exact_number(double value) {
    if (!std::isfinite(value)) return "";
    std::array<char, longest_number> text;
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end};
}

std::string short_number(double value, int digits) {
    if (!std::isfinite(value)) return "";
    std::array<char, longest_number> text;
    const auto [end, error] =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits);
    return {text.data(), end};
}

}  // namespace polarize::native
