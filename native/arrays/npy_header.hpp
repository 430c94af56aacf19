#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace polarize {

/// How the numbers of a `.npy` file are stored.
struct NpyType {
    enum class Kind { real, signed_integer, unsigned_integer, boolean };
    Kind kind = Kind::real;
    std::size_t size = 8;  ///< bytes of one number
    bool big_endian = false;
};

/// What the header of a `.npy` file says, checked against the bytes that follow it.
struct NpyHeader {
    NpyType type;
    bool fortran_order = false;
    std::vector<std::size_t> shape;
    std::size_t count = 1;        ///< numbers in all; 1 for a scalar
    std::size_t data_offset = 0;  ///< where the numbers start
};

/// Reads the header of `.npy` bytes (format versions 1, 2 and 3). Throws Error when it is not one, its type is not
/// among f8, f4, i8 to i1, u4 to u1 and bool, or the bytes after it are not exactly what type and shape ask for.
NpyHeader parse_npy_header(std::span<const std::byte> bytes);

/// The bytes of a version 1 header for little-endian numbers in C order; `type` as NumPy writes it, e.g. "<f8".
/// A multiple of 64 bytes long, as NumPy aligns it.
std::string format_npy_header(const std::string& type, const std::vector<std::size_t>& shape);

}  // namespace polarize
