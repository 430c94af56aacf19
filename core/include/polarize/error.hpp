#pragma once

#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace polarize {

/// What is wrong with input that cannot be used, for programs that have words of their own for it.
enum class ErrorCode : std::uint8_t {
    out_of_range,   ///< a number or size outside of what is allowed
    unknown_name,   ///< no parameter, experiment, choice, tensor … of that name
    malformed,      ///< text or bytes that are not of the kind asked for
    wrong_shape,    ///< an array or file whose sizes do not fit
    not_finite,     ///< a quantity that is, or would become, infinite or not a number
    conflict,       ///< fine by itself, but not together with something else that was given
    missing,        ///< something needed that was not given
    not_enough,     ///< more memory, threads or disk than there are
    unusable_file,  ///< a file that cannot be read or written
};

/// "out_of_range", "unknown_name", …: the enumerator's own name.
std::string_view name(ErrorCode code);

/// A refused value as messages show it.
struct ErrorValue {
    std::string text;

    ErrorValue(std::string shown) : text(std::move(shown)) {}                // NOLINT(google-explicit-constructor)
    ErrorValue(std::string_view shown) : text(shown) {}                      // NOLINT(google-explicit-constructor)
    ErrorValue(const char* shown) : text(shown) {}                           // NOLINT(google-explicit-constructor)
    ErrorValue(std::integral auto number) : text(std::to_string(number)) {}  // NOLINT(google-explicit-constructor)
    ErrorValue(double number);  // NOLINT(google-explicit-constructor): the shortest text that reads back the same
};

/// The one exception the core throws for input that cannot be used. `what()` is a single line that names the field, the
/// value it was given and what is allowed, ready to be shown to a person; the parts are there by themselves for
/// programs, empty where the message has no such part.
class Error : public std::runtime_error {
  public:
    /// A message without parts.
    explicit Error(const std::string& message, ErrorCode code = ErrorCode::malformed);

    ErrorCode code() const { return code_; }
    const std::string& field() const { return field_; }
    const std::string& value() const { return value_; }
    const std::string& allowed() const { return allowed_; }

    /// The same fault with `field: ` in front of its message, as that of a part of `field`.
    Error within(std::string_view field) const;

  private:
    friend Error refused(std::string_view field, const ErrorValue& value, std::string_view problem,
                         std::string_view allowed, ErrorCode code);

    ErrorCode code_;
    std::string field_;
    std::string value_;
    std::string allowed_;
};

/// The refusal "field: value problem; allowed: allowed", to be thrown; parts that are empty are left out:
/// `refused("steps", 5, "is below the 10 updates already made", "more")`.
Error refused(std::string_view field, const ErrorValue& value, std::string_view problem, std::string_view allowed,
              ErrorCode code = ErrorCode::out_of_range);

/// The same where the value "is out of range".
Error refused(std::string_view field, const ErrorValue& value, std::string_view allowed);

/// `text` in double quotes, as messages show what they were given: control characters, which would break the line,
/// become question marks.
std::string quoted(std::string_view text);

}  // namespace polarize
