#include "commands/run_output.hpp"

#include <string>

#include "exit_code.hpp"
#include "system/streams.hpp"

namespace polarize::native {

Output prepare_output(const RunRequest& request, Format format) {
    if (!request.folder) return {};
    return Output::in_folder(*request.folder, request.id + std::string(file_ending(format)), "--out");
}

int exit_code(const RunFacts& last, bool interrupted, const std::string& extent) {
    if (ended_early(last.status)) {
        report_failure(last.experiment + ": " + stop_reason(last));
        return exit_diverged;
    }
    if (interrupted) {
        report_failure(last.experiment + ": interrupted after " + extent);
        return exit_interrupted;
    }
    return exit_finished;
}

}  // namespace polarize::native
