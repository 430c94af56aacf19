#pragma once

#include <string_view>

namespace polarize {

/// The version of the library, "major.minor.patch".
std::string_view version();

}  // namespace polarize
