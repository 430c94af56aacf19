#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace polarize {

/// A dense array of doubles with its shape, last axis fastest (NumPy's C order). One axis: a vector; two: a matrix.
struct Array {
    std::vector<std::size_t> shape;
    std::vector<double> data;

    bool operator==(const Array&) const = default;
};

/// Arrays by name, as a `.npz` file holds them.
using Arrays = std::map<std::string, Array, std::less<>>;

/// Whether the array holds as many numbers as its shape says.
bool fills_shape(const Array& array);

/// "(8, 10)" for a matrix, "(8)" for a vector: for messages.
std::string shape_text(const std::vector<std::size_t>& shape);

}  // namespace polarize
