#pragma once

#include <string>

namespace polarize::native {

/// The shortest text that reads back to the same bits, e.g. "0.1", "-0", "1e-05"; "" for what is not finite.
std::string exact_number(double value);

/// `value` to at most `digits` significant digits, for people; "" for what is not finite.
std::string short_number(double value, int digits);

}  // namespace polarize::native
