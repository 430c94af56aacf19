#include "ensemble/flow_workers.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ensemble/lanes.hpp"
#include "ensemble/params.hpp"
#include "ensemble/run.hpp"

namespace polarize {

namespace {

/// Rough operations of one step of a flow of these parameters.
double step_work(const Params& params) {
    const auto k = static_cast<double>(token_count(params));
    const double d = params.has("d") ? params.real("d") : k;
    constexpr double kSoftmax = 60;
    return fits_lanes(params) ? kSoftmax * k : k * (6 * d + kSoftmax);
}

/// How many numbers the start of a flow is made of.
double start_size(const Params& params) {
    const auto k = static_cast<double>(token_count(params));
    return k * (params.has("d") ? params.real("d") : k);
}

}  // namespace

/// Computes flows one after the other, several at a time where they fit lanes.
class EnsembleWorkers::Worker {
  public:
    explicit Worker(EnsembleWorkers& all) : all_(all), lanes_(all.task_.criterion, all.task_.records, listener()) {}

    std::int64_t advance(std::int64_t budget) {
        // Starts are drawn while no step is made; a call that has drawn this many numbers returns without filling all
        // lanes.
        constexpr double kMostDrawn = 1 << 18;
        std::int64_t made = 0;
        drawn_ = 0;
        while (made < budget) {
            start_flows(kMostDrawn);
            if (drawn_ >= kMostDrawn) {
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
        Params params;
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
        if (flow < all_.task_.flows) pending_.emplace(flow, all_.task_.params(flow));
    }

    /// Starts as many of the next flows as can run now; one that cannot yet waits.
    void start_flows(double most_drawn) {
        while (!run_ && lanes_.has_room() && drawn_ < most_drawn) {
            if (!pending_) take();
            if (!pending_) return;
            if (fits_lanes(pending_->params)) {
                if (!lanes_.accepts(pending_->params)) return;
                lanes_.start(pending_->flow, pending_->params);
            } else {
                if (!lanes_.is_idle()) return;
                run_.emplace(pending_->flow, pending_->params, all_.task_.criterion, listener());
            }
            drawn_ += start_size(pending_->params);
            pending_.reset();
        }
    }

    EnsembleWorkers& all_;
    TrajectoryCounts trajectories_;
    EnsembleLanes lanes_;
    std::optional<EnsembleRun> run_;
    std::optional<Pending> pending_;
    double drawn_ = 0;  // numbers of the starts made in the present call
    std::atomic<double> partly_done_{0};
};

EnsembleWorkers::EnsembleWorkers(EnsembleTask task, std::size_t workers)
    : task_(std::move(task)), work_per_step_(task_.flows > 0 ? step_work(task_.params(0)) : 1.0) {
    for (std::size_t i = 0; i < workers; ++i) workers_.push_back(std::make_unique<Worker>(*this));
}

EnsembleWorkers::~EnsembleWorkers() = default;

std::int64_t EnsembleWorkers::advance(std::size_t worker, std::int64_t budget) {
    return workers_.at(worker)->advance(budget);
}

double EnsembleWorkers::progress() const {
    if (task_.flows == 0) return 1;
    auto total = static_cast<double>(finished_);
    for (const auto& worker : workers_) total += worker->partly_done();
    return std::min(total / static_cast<double>(task_.flows), 1.0);
}

TrajectoryCounts EnsembleWorkers::trajectories() const {
    TrajectoryCounts all;
    for (const auto& worker : workers_) all.merge(worker->trajectories());
    return all;
}

}  // namespace polarize
