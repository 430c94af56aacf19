#pragma once

#include <string>

#include "commands/run.hpp"
#include "formats/format.hpp"
#include "run_record.hpp"
#include "system/output.hpp"

namespace polarize::native {

// How every run ends, whatever it ran.

/// Where the result goes, proven writable. Throws Error.
Output prepare_output(const RunRequest& request, Format format);

/// The exit code of a run that has been written out, having come as far as `extent`; says on standard error where it did
/// not finish.
int exit_code(const RunFacts& last, bool interrupted, const std::string& extent);

/// The same of a record of either kind.
template <class Record>
int exit_code(const Record& record) {
    return exit_code(record.last, record.interrupted, record.extent());
}

}  // namespace polarize::native
