#pragma once

#include <filesystem>

namespace polarize::native {

/// Whether both paths lead to one file: the same for the file system where there are files, and where there is none
/// yet, the same place.
bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace polarize::native
