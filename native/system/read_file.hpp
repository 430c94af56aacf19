#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace polarize::native {

/// All bytes of the file `path`. Throws Error that says why it cannot be read, or that it is too large.
std::vector<std::byte> read_file(const std::filesystem::path& path);

}  // namespace polarize::native
