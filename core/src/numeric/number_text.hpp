#pragma once

#include <string>

namespace polarize {

/// The shortest text that reads back to the same bits, e.g. "0.1", "1000000", "1e-05"; "inf", "-inf" or "nan".
std::string number_text(double value);

}  // namespace polarize
