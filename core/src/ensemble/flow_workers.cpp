#include "ensemble/flow_workers.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ensemble/lane_fit.hpp"
#include "ensemble/lanes.hpp"
#include "ensemble/single_flow.hpp"

namespace polarize {

namespace {

/// Entries of the value matrix of a run.
double matrix_size(const RunConfig& run) {
    const std::size_t rows = run.model == Model::tied ? run.k : run.d;
    return static_cast<double>(run.k) * static_cast<double>(rows);
}

/// Rough operations of one step of a flow.
double step_work(const RunConfig& run) {
    constexpr double kSoftmax = 60;
    const double weights = kSoftmax * static_cast<double>(run.k);
    return fits_lanes(run) ? weights : 6 * matrix_size(run) + weights;
}

}  // namespace

/// Computes flows one after the other, several at a time where they fit lanes.
class FlowWorkers::Worker {
  public:
    explicit Worker(FlowWorkers& all) : all_(all), lanes_(all.task_.criterion, all.task_.records, listener()) {}

    std::int64_t advance(std::int64_t budget) {
        // Starts are drawn while no step is made; a call that has drawn this many numbers returns without filling all
        // lanes.
        constexpr double kMaxDrawn = 1 << 18;
        std::int64_t made = 0;
        drawn_ = 0;
        while (made < budget) {
            start_flows(kMaxDrawn);
            if (drawn_ >= kMaxDrawn) {
                made = std::max<std::int64_t>(made, 1);
                break;
            }
            // A flow that ends without a step counts as one, so that the budget is used up in bounded time.
            if (run_) made += std::max<std::int64_t>(run_->advance(budget - made), 1);
            else if (!lanes_.is_idle()) made += std::max<std::int64_t>(lanes_.advance(budget - made), 1);
            else break;
            if (run_ && run_->done()) run_.reset();
        }
        partly_done_ = lanes_.partly_done() + (run_ ? run_->progress() : 0.0);
        return made;
    }

    double partly_done() const { return partly_done_; }
    const TrajectoryCounts& trajectories() const { return trajectories_; }

  private:
    struct Pending {
        std::uint64_t flow;
        RunConfig run;
    };

    FlowListener listener() {
        FlowListener listener;
        if (all_.task_.gathers) {
            listener.moment = [this](double time, double entropy, double max_alpha) {
                trajectories_.add(time, entropy, max_alpha);
            };
        }
        listener.finished = [this](std::uint64_t flow, const FlowOutcome& outcome) {
            all_.task_.finished(flow, outcome);
            ++all_.finished_;
        };
        return listener;
    }

    void take() {
        const std::uint64_t flow = all_.next_++;
        if (flow < all_.task_.flows) pending_.emplace(flow, all_.task_.config(flow));
    }

    /// Starts as many of the next flows as can run now; one that cannot yet waits.
    void start_flows(double max_drawn) {
        while (!run_ && lanes_.has_room() && drawn_ < max_drawn) {
            if (!pending_) take();
            if (!pending_) return;
            if (fits_lanes(pending_->run)) {
                if (!lanes_.accepts(pending_->run)) return;
                lanes_.start(pending_->flow, pending_->run);
            } else {
                if (!lanes_.is_idle()) return;
                run_.emplace(pending_->flow, pending_->run, all_.task_.criterion, listener());
            }
            drawn_ += matrix_size(pending_->run);
            pending_.reset();
        }
    }

    FlowWorkers& all_;
    TrajectoryCounts trajectories_;
    FlowLanes lanes_;
    std::optional<SingleFlow> run_;
    std::optional<Pending> pending_;
    double drawn_ = 0;  // numbers of the starts made in the present call
    std::atomic<double> partly_done_{0};
};

FlowWorkers::FlowWorkers(ManyFlows task, std::size_t workers)
    : task_(std::move(task)), work_per_step_(task_.flows > 0 ? step_work(task_.config(0)) : 1.0) {
    for (std::size_t i = 0; i < workers; ++i) workers_.push_back(std::make_unique<Worker>(*this));
}

FlowWorkers::~FlowWorkers() = default;

std::int64_t FlowWorkers::advance(std::size_t worker, std::int64_t budget) {
    return workers_.at(worker)->advance(budget);
}

double FlowWorkers::progress() const {
    if (task_.flows == 0) return 1;
    auto total = static_cast<double>(finished_);
    for (const auto& worker : workers_) total += worker->partly_done();
    return std::min(total / static_cast<double>(task_.flows), 1.0);
}

TrajectoryCounts FlowWorkers::trajectories() const {
    TrajectoryCounts all;
    for (const auto& worker : workers_) all.merge(worker->trajectories());
    return all;
}

}  // namespace polarize
