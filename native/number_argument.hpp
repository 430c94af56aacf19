#pragma once

#include <cstdint>
#include <string_view>

namespace polarize::native {

/// The whole number that `text` says, in figures or as "1e6". Throws Error that names `field` unless it is one between
/// `least` and `most`.
std::uint64_t whole_number(std::string_view field, std::string_view text, std::uint64_t least, std::uint64_t most);

/// The seconds that `text` says. Throws Error that names `field` unless they are from 0 to 1e9.
double seconds(std::string_view field, std::string_view text);

/// The number that `text` says. Throws Error that names `field` unless it is above 0 and at most 1.
double share(std::string_view field, std::string_view text);

}  // namespace polarize::native
