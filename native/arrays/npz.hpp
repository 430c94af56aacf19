#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/array.hpp>

namespace polarize {

/// One array of a `.npz` file: its name and the bytes of its `.npy` file.
struct NpzMember {
    std::string name;
    std::vector<std::byte> npy;
};

/// The bytes of a `.npz` file: the members stored without compression, as NumPy's `savez` does. The same members always
/// give the same bytes.
std::vector<std::byte> format_npz(const std::vector<NpzMember>& members);

/// Reads the arrays of a `.npz` file whose names `wanted` accepts; the others are passed over. Members may be stored or
/// deflated; their checksums are checked. Throws Error when the file cannot be opened, is damaged, holds something that
/// is not an array or a name twice, or an array is larger than 1 GiB.
Arrays read_npz(const std::filesystem::path& path, const std::function<bool(std::string_view)>& wanted);

}  // namespace polarize
