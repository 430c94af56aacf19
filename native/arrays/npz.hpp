#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
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

/// Whether to read the array of that name.
using WantedName = std::function<bool(std::string_view)>;

/// Reads the arrays in the bytes of a `.npz` file whose names `wanted` accepts; the others are passed over. Members may
/// be stored or deflated; their checksums are checked. Throws Error, which names the member, when the file is damaged,
/// holds something that is not an array or a name twice, or an array is larger than 1 GiB
/// or all are larger than 4 GiB.
Arrays parse_npz(std::span<const std::byte> bytes, const WantedName& wanted);

/// The same of a file on a disk, of which only what is wanted comes into memory.
Arrays read_npz(const std::filesystem::path& path, const WantedName& wanted);

}  // namespace polarize
