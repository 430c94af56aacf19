#include <polarize/run.hpp>

#include <string>
#include <utility>

#include <polarize/error.hpp>
#include "catalogue/run_config.hpp"
#include "run/initial_arrays.hpp"
#include "run/start_run.hpp"

namespace polarize {

// The border of a run: text and names come in and go out here, its configuration is typed.

Runner::Runner(Params params, std::unique_ptr<ModelRunner> run) : params_(std::move(params)), run_(std::move(run)) {}
Runner::~Runner() = default;

std::int64_t Runner::advance(std::int64_t budget) {
    if (budget < 0) throw refused("budget", budget, "at least 0");
    return run_->advance(budget);
}
double Runner::work_per_step() const { return run_->work_per_step(); }
bool Runner::done() const { return run_->done(); }
double Runner::progress() const { return run_->progress(); }
std::int64_t Runner::step() const { return run_->step(); }

Snapshot Runner::snapshot(const SnapshotRequest& request) const {
    Snapshot snapshot = run_->snapshot(request);
    snapshot.experiment = params_.experiment().id;
    return snapshot;
}

void Runner::set(std::string_view name, std::string_view text) {
    Params changed = params_;
    changed.set(name, text);
    if (!params_.experiment().find(name)->live)
        throw refused(name, "", "cannot change while a run is under way", "a new run", ErrorCode::conflict);
    const RunConfig config = run_config(changed);
    if (config != run_->config()) run_->change(config);
    params_ = std::move(changed);
}

std::unique_ptr<Runner> make_runner(const Params& params, const Arrays& initial) {
    if (params.experiment().model == Model::attention)
        throw refused("experiment", quoted(params.experiment().id), "trains an attention model", "the flows",
                      ErrorCode::conflict);
    Params sized = with_sizes_of(params, initial);
    std::unique_ptr<ModelRunner> run = start_run(run_config(sized), initial);
    return std::make_unique<Runner>(std::move(sized), std::move(run));
}

}  // namespace polarize
