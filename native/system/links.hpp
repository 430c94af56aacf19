#pragma once

#include <filesystem>

namespace polarize::native {

/// The file that `path` leads to: where it is a symbolic link, what that names in the end, whether it is there or not.
std::filesystem::path behind_links(std::filesystem::path path);

/// Whether both paths lead to one file: the same for the file system where there are files, and where there is none
/// yet, the same place.
bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace polarize::native
