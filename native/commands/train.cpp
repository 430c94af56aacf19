#include "commands/train.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include <polarize/error.hpp>
#include <polarize/training.hpp>
#include <polarize/training_resources.hpp>
#include "commands/run_output.hpp"
#include "commands/separate_files.hpp"
#include "commands/shared.hpp"
#include "exit_code.hpp"
#include "formats/number.hpp"
#include "number_argument.hpp"
#include "system/interrupt.hpp"
#include "system/machine.hpp"
#include "system/progress.hpp"
#include "system/streams.hpp"
#include "training/checkpoint.hpp"
#include "training/checkpoint_writer.hpp"
#include "training/failed_write.hpp"
#include "training/training_files.hpp"
#include "training/weights_file.hpp"
#include "within.hpp"

namespace polarize::native {
namespace {

using Clock = std::chrono::steady_clock;
using OptionalFile = std::optional<std::string>;

constexpr std::size_t shown_samples = 4;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Where the trained weights are to be written, proven writable, or nothing.
std::optional<Output> prepare_weights(const OptionalFile& file) {
    if (!file) return std::nullopt;
    Output output(*file, "--weights");
    check_no_terminal(output, "--weights", *file);
    return output;
}

/// Where the checkpoint is to be written, or nothing. It is replaced again and again, which only a file can be.
std::optional<Output> prepare_checkpoint(const OptionalFile& file) {
    if (!file) return std::nullopt;
    Output output(*file, "--checkpoint");
    if (!output.is_file())
        throw refused("--checkpoint", polarize::quoted(*file), "cannot be replaced again and again", "a regular file",
                      ErrorCode::unusable_file);
    return output;
}

std::chrono::duration<double> checkpoint_interval(const TrainingRequest& files) {
    if (!files.checkpoint_interval) return usual_checkpoint_interval;
    if (!files.checkpoint_file)
        throw refused("--checkpoint-every", polarize::quoted(*files.checkpoint_interval), "has no checkpoint to write",
                      "with --checkpoint FILE", ErrorCode::conflict);
    return std::chrono::duration<double>(seconds("--checkpoint-every", *files.checkpoint_interval));
}

/// What is not a live parameter keeps the checkpoint's value.
void check_kept(const Params& kept, const std::vector<std::pair<std::string, std::string>>& values) {
    for (const auto& [name, text] : values) {
        Params changed = kept;
        changed.set(name, text);
        if (changed.real(name) != kept.real(name) && !kept.experiment().find(name)->live)
            throw refused("--resume", name, "is " + kept.text(name) + " in the checkpoint", "to leave it so",
                          ErrorCode::conflict);
    }
}

/// Bytes that files take for each parameter of the model: given weights as they are stored and as doubles, or a
/// checkpoint's weights and moments and the weights put in order.
double file_bytes_per_parameter(const RunRequest& request) {
    constexpr double init_bytes = 16;
    constexpr double resume_bytes = 16;
    if (request.training.resume_file) return resume_bytes;
    return request.initial_file ? init_bytes : 0;
}

/// A run that is ready to begin or to go on.
struct Training {
    std::unique_ptr<TrainingRunner> runner;
    std::string inputs;  ///< their fingerprint
    std::size_t threads = 1;
};

Training prepare_training(const RunRequest& request, Params params, Format format) {
    const TrainingRequest& files = request.training;
    if (files.resume_file && request.initial_file)
        throw refused("--init", polarize::quoted(*request.initial_file),
                      "goes against --resume, which has its own weights", "", ErrorCode::conflict);
    std::optional<Checkpoint> checkpoint;
    if (files.resume_file) {
        within("--resume", [&] { checkpoint = read_checkpoint(*files.resume_file, params.experiment()); });
        params = checkpoint->params;
        check_kept(params, request.values);
    }

    Training training{.runner = nullptr, .inputs = {}, .threads = request.threads.value_or(processor_count())};
    TrainingInputs inputs;
    inputs.threads = training.threads;
    if (files.data_file) within("--data", [&] { read_data(*files.data_file, params, inputs); });
    if (files.order_file) within("--order", [&] { inputs.orders = read_orders(*files.order_file, params); });
    if (request.initial_file) {
        within("--init", [&] {
            inputs.weights = read_weights(*request.initial_file);
            check_weights(parameter_layout(training_config(params).model), inputs.weights);
        });
    }
    check_training_resources(params,
                             {.threads = training.threads,
                              .output = output_copies(format),
                              .file_bytes_per_parameter = file_bytes_per_parameter(request)},
                             memory_to_spare());
    training.inputs = fingerprint(inputs);
    training.runner = std::make_unique<TrainingRunner>(params, std::move(inputs));
    if (!checkpoint) return training;
    within("--resume", [&] {
        training.runner->restore(checkpoint_state(std::move(checkpoint->file), *training.runner, training.inputs));
    });
    for (const auto& [name, text] : request.values)
        if (training.runner->params().text(name) != text) training.runner->set(name, text);
    return training;
}

/// The middle one of `values`, the mean of the two middle ones where their number is even; 0 without any.
double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// How the run ended, with what `format` shows. A stop request cuts short what is measured of changed sequences, which
/// makes the run `interrupted`.
TrainingSnapshot last_snapshot(TrainingRunner& runner, Format format, bool& interrupted) {
    const bool has_arrays = format == Format::npz;
    TrainingSnapshotRequest request{.samples = has_arrays ? shown_samples : 0, .weights = has_arrays};
    if (!interrupted) {
        request.interventions = true;
        try {
            return runner.snapshot(request);
        } catch (const Interrupted&) {
            interrupted = true;
            request.interventions = false;
        }
    }
    runner.stop_when({});  // the few samples of an interrupted run are shown
    return runner.snapshot(request);
}

/// Does the run's updates, each timed by itself, until it ends or a signal asks to stop.
TrainingRecord compute(TrainingRunner& runner, CheckpointWriter& checkpoint, const std::string& title, Format format) {
    TrainingRecord record{.params = runner.params(), .last = {}};
    std::vector<double> seconds;
    Progress progress(title);
    while (!runner.done() && !stop_requested()) {
        runner.evaluate_if_due();
        const auto start = Clock::now();
        const std::int64_t updates = runner.train(1);
        if (updates > 0) seconds.push_back(seconds_since(start));
        checkpoint.write_if_old(runner);
        progress.update(runner.step(), runner.progress());
    }
    if (runner.done()) runner.evaluate_if_due();
    record.interrupted = !runner.done() || runner.evaluation_is_due();
    checkpoint.write_last(runner);
    for (const double one : seconds) record.seconds += one;
    record.pace.updates = static_cast<std::int64_t>(seconds.size());
    record.pace.ms_per_step = 1000 * median(std::move(seconds));
    record.last = last_snapshot(runner, format, record.interrupted);
    return record;
}

}  // namespace

int run_training(const RunRequest& request, Params params, Format format) {
    check_files_are_separate(request, format);
    const std::chrono::duration<double> interval = checkpoint_interval(request.training);
    const Training training = prepare_training(request, std::move(params), format);
    const Output target = prepare_output(request, format);
    CheckpointWriter checkpoint(prepare_checkpoint(request.training.checkpoint_file), training.inputs, interval);
    const std::optional<Output> weights = prepare_weights(request.training.weights_file);
    training.runner->stop_when(stop_requested);
    enter(Stage::computing);
    TrainingRecord record = compute(*training.runner, checkpoint, request.id, format);
    record.pace.threads = training.runner->threads();
    enter(Stage::writing);
    std::optional<std::string> reason;
    if (weights) reason = failed_write([&] { write_weights(*weights, *training.runner); });
    if (reason) report_failure(*reason);
    write_result(render(format, record), target);
    const int code = exit_code(record);
    return reason || checkpoint.failed() ? exit_failed : code;
}

void refuse_training_options(const RunRequest& request) {
    const TrainingRequest& files = request.training;
    for (const auto& [option, file] :
         {std::pair("--data", files.data_file), std::pair("--order", files.order_file),
          std::pair("--checkpoint", files.checkpoint_file), std::pair("--checkpoint-every", files.checkpoint_interval),
          std::pair("--resume", files.resume_file), std::pair("--weights", files.weights_file)}) {
        if (file)
            throw refused(option, polarize::quoted(*file),
                          "applies only to experiments that train attention models; " + request.id + " is a flow", "",
                          ErrorCode::conflict);
    }
}

}  // namespace polarize::native
