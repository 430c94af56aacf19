#pragma once

#include <filesystem>
#include <string>

namespace polarize::native {

// Files that are not finished lie beside their place as ".NAME.PROCESS-ATTEMPT.part", locked by the program that
// writes them for as long as it lives.

/// Creates and locks an unfinished file for `target`. Returns its descriptor, open for reading and writing, and gives
/// its path in `path`; -1, with errno set, where it cannot be created.
int create_unfinished(const std::filesystem::path& target, std::string& path);

/// Removes unfinished files of `target` that no living program writes.
void remove_abandoned(const std::filesystem::path& target);

}  // namespace polarize::native
