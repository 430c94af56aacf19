#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace polarize {

/// The one exception the core throws for input that cannot be used. `what()` is a single line that names the field, the
/// value it was given and what is allowed, ready to be shown to a person.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// `text` in double quotes, as messages show what they were given: control characters, which would break the line,
/// become question marks.
inline std::string quoted(std::string_view text) {
    std::string result = "\"" + std::string(text) + "\"";
    for (char& letter : result)
        if ((letter >= 0 && letter < ' ') || letter == '\x7f') letter = '?';
    return result;
}

}  // namespace polarize
