#include "number_argument.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include <polarize/error.hpp>

namespace polarize::native {
namespace {

std::optional<double> number_in(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// The number in `text` that `fits`. Throws Error that names `field` and what is `allowed`.
template <class Fits>
double number(std::string_view field, std::string_view text, std::string_view allowed, const Fits& fits) {
    const std::optional<double> value = number_in(text);
    if (!value) throw refused(field, polarize::quoted(text), "is not a number", allowed, ErrorCode::malformed);
    if (!fits(*value)) throw refused(field, polarize::quoted(text), allowed);
    return *value;
}

}  // namespace

std::uint64_t whole_number(std::string_view field, std::string_view text, std::uint64_t least, std::uint64_t most) {
    const std::string allowed = "integers from " + std::to_string(least) + " to " + std::to_string(most);
    const std::optional<double> value = number_in(text);
    if (!value || *value != std::floor(*value))
        throw refused(field, polarize::quoted(text), "is not an integer", allowed, ErrorCode::malformed);
    if (!(*value >= static_cast<double>(least) && *value <= static_cast<double>(most)))
        throw refused(field, polarize::quoted(text), allowed);
    return static_cast<std::uint64_t>(*value);
}

double seconds(std::string_view field, std::string_view text) {
    constexpr double max_seconds = 1e9;
    return number(field, text, "seconds from 0 to 1e9", [](double x) { return x >= 0 && x <= max_seconds; });
}

double share(std::string_view field, std::string_view text) {
    return number(field, text, "numbers above 0, up to 1", [](double x) { return x > 0 && x <= 1; });
}

}  // namespace polarize::native
