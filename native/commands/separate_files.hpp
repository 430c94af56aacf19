#pragma once

#include "commands/run.hpp"
#include "formats/format.hpp"

namespace polarize::native {

/// Complains where a training run would write over a file that it reads, or write two things to one file. A checkpoint
/// may take the place of the one that is resumed. Throws Error that names both options.
void check_files_are_separate(const RunRequest& request, Format format);

}  // namespace polarize::native
