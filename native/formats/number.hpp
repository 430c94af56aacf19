#pragma once

#include <string>

namespace polarize::native {

/// The shortest text that reads back to the same bits, e.g. "0.1", "-0", "1e-05". `value` is finite.
std::string exact_number(double value);

/// `value` to at most `digits` significant digits, for people.
std::string short_number(double value, int digits);

}  // namespace polarize::native
