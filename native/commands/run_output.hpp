#pragma once

#include <string>

#include <polarize/resources.hpp>
#include "commands/run.hpp"
#include "formats/format.hpp"
#include "run_record.hpp"
#include "system/output.hpp"

namespace polarize::native {

// How every run ends, whatever it ran.

/// Where the result goes, proven writable. Throws Error.
Output prepare_output(const RunRequest& request, Format format);

/// The exit code of a run that has been written out, having come as far as `extent`; says on standard error where it
/// did not finish.
int exit_code(const RunFacts& last, bool interrupted, const std::string& extent);

/// The same of a record of either kind.
template <class Record>
int exit_code(const Record& record) {
    return exit_code(record.last, record.interrupted, record.extent());
}

/// How often what a run ends with is held at once while its output in `format` is made, as measured: JSON is a tree of
/// numbers before it is text.
OutputCopies output_copies(Format format);

}  // namespace polarize::native
