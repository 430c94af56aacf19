#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <polarize/array.hpp>

namespace polarize {

/// Reads the bytes of a `.npy` file (versions 1 to 3; f8 to f2, i8 to i1, u4 to u1, bool; little or big endian; C or
/// Fortran order) as doubles in C order. Throws Error when the bytes are damaged or not exactly as many as the header
/// asks for (before anything is allocated), and when an integer is not exact as a double.
Array parse_npy(std::span<const std::byte> bytes);

/// The bytes of a `.npy` file of `array`: version 1, little-endian f8, C order.
std::vector<std::byte> format_npy(const Array& array);

/// The bytes of a `.npy` file of one axis of little-endian i8.
std::vector<std::byte> format_npy(std::span<const std::int64_t> values);

/// The bytes of a `.npy` file of one axis of u1 that holds `text`.
std::vector<std::byte> format_npy(std::string_view text);

}  // namespace polarize
