#include "commands/run_output.hpp"

#include <string>

#include "exit_code.hpp"
#include "system/streams.hpp"

namespace polarize::native {

Output prepare_output(const RunRequest& request, Format format) {
    if (!request.folder) return {};
    return Output::in_folder(*request.folder, request.id + std::string(file_ending(format)), "--out");
}

OutputCopies output_copies(Format format) {
    switch (format) {
        case Format::table: return {.history = 1, .arrays = 0};
        case Format::csv: return {.history = 4.7, .arrays = 0};
        case Format::json: return {.history = 13.2, .arrays = 0};
        case Format::npz: return {.history = 4.2, .arrays = 4.2};
    }
    return {};
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
