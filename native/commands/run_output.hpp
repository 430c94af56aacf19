#pragma once

#include <filesystem>
#include <optional>

#include "commands/run.hpp"
#include "formats/format.hpp"
#include "run_record.hpp"

namespace polarize::native {

// How every run ends, whatever it ran.

/// The file to write, proven writable, or nothing for standard output. Throws Error.
std::optional<std::filesystem::path> prepare_output(const RunRequest& request, Format format);

/// The exit code of a run that has been written out; says on standard error where it did not finish.
int exit_code(const RunRecord& record);

}  // namespace polarize::native
