#include "commands/run_output.hpp"

#include <string>

#include "exit_code.hpp"
#include "system/atomic_file.hpp"
#include "system/streams.hpp"

namespace polarize::native {

std::optional<std::filesystem::path> prepare_output(const RunRequest& request, Format format) {
    if (request.folder) return prepare_file(*request.folder, request.id + std::string(file_ending(format)), "--out");
    return std::nullopt;
}

int exit_code(const RunRecord& record) {
    const Snapshot& last = record.last;
    if (last.status == RunStatus::diverged) {
        report_failure(last.experiment + ": " + stop_reason(last));
        return exit_diverged;
    }
    if (record.interrupted) {
        report_failure(last.experiment + ": interrupted after " + record.extent());
        return exit_interrupted;
    }
    return exit_finished;
}

}  // namespace polarize::native
