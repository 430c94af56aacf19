#include "commands/run.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>

#include <polarize/error.hpp>
#include <polarize/resources.hpp>
#include <polarize/run.hpp>
#include "array_file.hpp"
#include "commands/run_output.hpp"
#include "commands/shared.hpp"
#include "commands/train.hpp"
#include "formats/format.hpp"
#include "formats/npz_file.hpp"
#include "pacing.hpp"
#include "system/input_file.hpp"
#include "system/interrupt.hpp"
#include "system/machine.hpp"
#include "system/progress.hpp"
#include "within.hpp"

namespace polarize::native {
namespace {

Arrays initial_arrays(const RunRequest& request) {
    if (!request.initial_file) return {};
    return within("--init", [&] {
        const auto is_start = [](std::string_view name) { return !is_result_name(name); };
        Arrays arrays = read_npz_file(*request.initial_file, is_start);
        if (arrays.empty())
            throw refused(display_name(*request.initial_file), "",
                          "holds no array to start from; polarize info " + request.id + " names them under Set-up", "",
                          ErrorCode::missing);
        return arrays;
    });
}

/// Whether the singular values of the value matrix take a few milliseconds only. Their cost is cubic in its size.
bool has_quick_singular_values(const Runner& runner) {
    constexpr std::int64_t largest = 128;
    const Params& params = runner.params();
    constexpr std::array sizes = {"k", "d", "D"};
    return std::ranges::all_of(sizes,
                               [&](const char* size) { return !params.has(size) || params.integer(size) <= largest; });
}

/// Does the run's updates until it ends or a signal asks to stop.
RunRecord compute(Runner& runner, const std::string& title, Format format) {
    using Clock = std::chrono::steady_clock;
    RunRecord record{.params = runner.params(), .last = {}};
    Progress progress(title);
    Pacing pacing(runner.work_per_step());
    while (!runner.done() && !stop_requested()) {
        const auto start = Clock::now();
        const std::int64_t updates = runner.advance(pacing.budget());
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        record.seconds += seconds;
        pacing.record(updates, seconds);
        progress.update(runner.step(), runner.progress());
    }
    record.interrupted = !runner.done();
    record.last =
        runner.snapshot({.arrays = format == Format::npz, .singular_values = has_quick_singular_values(runner)});
    leave_out_overflow(record.last);
    return record;
}

/// The run at its start, where there is memory for it.
std::unique_ptr<Runner> prepare_run(const RunRequest& request, const Params& params, Format format) {
    const Arrays initial = initial_arrays(request);
    check_run_resources(params, initial, output_copies(format), memory_to_spare());
    return make_runner(params, initial);
}

}  // namespace

int run_experiment(const RunRequest& request) {
    name_work(request.id);
    const Params params = params_of(request.id, request.values);
    const Format format = find_format(request.format);
    const bool to_standard_output = !request.folder || is_standard_output(*request.folder);
    if (is_binary(format) && to_standard_output) check_no_terminal({}, "--format", request.format);
    if (params.experiment().model == Model::attention) return run_training(request, params, format);
    refuse_training_options(request);
    const std::unique_ptr<Runner> runner = prepare_run(request, params, format);
    const Output target = prepare_output(request, format);
    enter(Stage::computing);
    const RunRecord record = compute(*runner, request.id, format);
    enter(Stage::writing);
    write_result(render(format, record), target);
    return exit_code(record);
}

}  // namespace polarize::native
