#include <polarize/array.hpp>

#include <algorithm>

namespace polarize {

bool fills_shape(const Array& array) {
    if (std::ranges::find(array.shape, std::size_t{0}) != array.shape.end()) return array.data.empty();
    // Divided and not multiplied, so that no shape overflows.
    std::size_t left = array.data.size();
    for (const std::size_t length : array.shape) {
        if (left % length != 0) return false;
        left /= length;
    }
    return left == 1;
}

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text = "(";
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (axis > 0) text += ", ";
        text += std::to_string(shape[axis]);
    }
    return text + ")";
}

}  // namespace polarize
