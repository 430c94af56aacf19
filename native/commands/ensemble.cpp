#include "commands/ensemble.hpp"

#include <polarize/isa.hpp>
#include "commands/shared.hpp"
#include "exit_code.hpp"
#include "formats/ensemble_json.hpp"
#include "formats/ensemble_table.hpp"
#include "number_argument.hpp"
#include "system/interrupt.hpp"
#include "system/machine.hpp"
#include "system/progress.hpp"
#include "system/streams.hpp"
#include "system/workers.hpp"

namespace polarize::native {
namespace {

EnsembleSettings settings_of(const EnsembleRequest& request) {
    EnsembleSettings settings;
    if (request.count) settings.count = whole_number("--count", *request.count, 1, most_flows);
    if (request.threshold) settings.criterion.threshold = share("--threshold", *request.threshold);
    settings.criterion.ends_flow = request.until_polarised;
    settings.workers = request.threads.value_or(processor_count());
    settings.memory_limit = memory_to_spare();
    return settings;
}

EnsembleRecord compute(Ensemble& ensemble, const EnsembleSettings& settings, const std::string& title) {
    EnsembleRecord record{.params = ensemble.params(),
                          .threshold = settings.criterion.threshold,
                          .result = {},
                          .threads = settings.workers,
                          .isa = name(active_isa())};
    {
        Progress progress(title);
        record.seconds = work_in_threads(
            settings.workers,
            {.work_per_step = ensemble.work_per_step(),
             .advance = [&](std::int64_t budget, std::size_t worker) { return ensemble.advance(budget, worker); },
             .report = [&](std::int64_t steps) { progress.update(steps, ensemble.progress()); }});
    }
    record.result = ensemble.result();
    return record;
}

int exit_code(const EnsembleRecord& record) {
    const EnsembleResult& result = record.result;
    const std::string id(record.params.experiment().id);
    if (record.interrupted()) {
        report_failure(id + ": interrupted after " + std::to_string(result.finished) + " of " +
                       std::to_string(result.count) + " flows");
        return exit_interrupted;
    }
    if (result.diverged + result.stuck == result.count) {
        report_failure(id + (result.stuck == 0 ? ": every flow diverged" : ": every flow diverged or got stuck"));
        return exit_diverged;
    }
    return exit_finished;
}

}  // namespace

int run_ensemble(const EnsembleRequest& request) {
    name_work(request.id);
    const Params params = flow_params_of(request.id, request.values, "ensemble");
    const bool as_json = is_json(request.format);
    const EnsembleSettings settings = settings_of(request);
    Ensemble ensemble(params, settings);
    Output target;
    if (request.folder)
        target = Output::in_folder(*request.folder, request.id + "-ensemble" + (as_json ? ".json" : ".txt"), "--out");
    enter(Stage::computing);
    const EnsembleRecord record = compute(ensemble, settings, request.id);
    enter(Stage::writing);
    write_result(as_json ? ensemble_json(record) : ensemble_table(record), target);
    return exit_code(record);
}

}  // namespace polarize::native
