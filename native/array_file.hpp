#pragma once

#include <filesystem>

#include "arrays/npz.hpp"

namespace polarize::native {

/// Reads the arrays that `wanted` accepts from the `.npz` file `path`; pipes and standard input ("-") are read into
/// memory first, since such a file begins at its end. Throws Error that names the file.
Arrays read_npz_file(const std::filesystem::path& path, const WantedName& wanted);

}  // namespace polarize::native
