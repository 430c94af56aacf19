#pragma once

#include "commands/run.hpp"
#include "formats/format.hpp"
#include "run_record.hpp"
#include "system/output.hpp"

namespace polarize::native {

// How every run ends, whatever it ran.

/// Where the result goes, proven writable. Throws Error.
Output prepare_output(const RunRequest& request, Format format);

/// The exit code of a run that has been written out; says on standard error where it did not finish.
int exit_code(const RunRecord& record);

}  // namespace polarize::native
