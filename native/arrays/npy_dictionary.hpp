#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polarize {

/// The three entries of a `.npy` header, as written.
struct NpyDictionary {
    std::string descr;  ///< the type, e.g. "<f8"
    bool fortran_order = false;
    std::vector<std::size_t> shape;
};

/// Reads the Python dictionary of a `.npy` header: the keys descr, fortran_order and shape, once each, in any order.
/// Throws Error when anything else stands there.
NpyDictionary parse_npy_dictionary(std::string_view text);

}  // namespace polarize
