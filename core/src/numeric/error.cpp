#include <polarize/error.hpp>
#include <polarize/text.hpp>

#include <array>
#include <cstddef>

namespace polarize {

namespace {

constexpr std::array<std::string_view, 9> kErrorCodeNames{"out_of_range", "unknown_name", "malformed",
                                                          "wrong_shape",  "not_finite",   "conflict",
                                                          "missing",      "not_enough",   "unusable_file"};
static_assert(kErrorCodeNames.size() == static_cast<std::size_t>(ErrorCode::unusable_file) + 1);

std::string message_of(std::string_view field, std::string_view value, std::string_view problem,
                       std::string_view allowed) {
    std::string message(field);
    const char* separator = field.empty() ? "" : ": ";
    for (const std::string_view part : {value, problem}) {
        if (part.empty()) continue;
        message.append(separator).append(part);
        separator = " ";
    }
    if (!allowed.empty()) message.append("; allowed: ").append(allowed);
    return message;
}

}  // namespace

std::string_view name(ErrorCode code) { return kErrorCodeNames.at(static_cast<std::size_t>(code)); }

ErrorValue::ErrorValue(double number) : text(number_text(number)) {}

Error::Error(const std::string& message, ErrorCode code) : std::runtime_error(message), code_(code) {}

Error Error::within(std::string_view field) const {
    Error outer(std::string(field) + ": " + what(), code_);
    outer.field_ = field;
    outer.value_ = value_;
    outer.allowed_ = allowed_;
    return outer;
}

Error refused(std::string_view field, const ErrorValue& value, std::string_view problem, std::string_view allowed,
              ErrorCode code) {
    Error error(message_of(field, value.text, problem, allowed), code);
    error.field_ = field;
    error.value_ = value.text;
    error.allowed_ = allowed;
    return error;
}

Error refused(std::string_view field, const ErrorValue& value, std::string_view allowed) {
    return refused(field, value, "is out of range", allowed, ErrorCode::out_of_range);
}

std::string quoted(std::string_view text) {
    std::string result = "\"" + std::string(text) + "\"";
    for (char& letter : result)
        if ((letter >= 0 && letter < ' ') || letter == '\x7f') letter = '?';
    return result;
}

}  // namespace polarize
