#include "commands/run_output.hpp"

#include <string>

#include "exit_code.hpp"
#include "system/streams.hpp"

namespace polarize::native {

Output prepare_output(const RunRequest& request, Format format) {
    if (!request.folder) return {};
    return Output::in_folder(*request.folder, request.id + std::string(file_ending(format)), "--out");
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
