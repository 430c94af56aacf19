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

Error refusal(std::string_view field, std::string_view text, std::string_view problem) {
    std::string message(field);
    message.append(": \"").append(text).append("\" ").append(problem);
    return Error{message};
}

}  // namespace

std::uint64_t whole_number(std::string_view field, std::string_view text, std::uint64_t least, std::uint64_t most) {
    const std::string allowed = "allowed: whole numbers from " + std::to_string(least) + " to " + std::to_string(most);
    const std::optional<double> value = number_in(text);
    if (!value || *value != std::floor(*value)) throw refusal(field, text, "is no whole number; " + allowed);
    if (!(*value >= static_cast<double>(least) && *value <= static_cast<double>(most)))
        throw refusal(field, text, "is out of range; " + allowed);
    return static_cast<std::uint64_t>(*value);
}

double share(std::string_view field, std::string_view text) {
    const std::string allowed = "allowed: numbers above 0, up to 1";
    const std::optional<double> value = number_in(text);
    if (!value) throw refusal(field, text, "is no number; " + allowed);
    if (!(*value > 0 && *value <= 1)) throw refusal(field, text, "is out of range; " + allowed);
    return *value;
}

}  // namespace polarize::native
