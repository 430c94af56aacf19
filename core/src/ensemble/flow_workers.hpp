#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "catalogue/run_config.hpp"
#include "ensemble/bands.hpp"
#include "ensemble/outcome.hpp"

namespace polarize {

/// What the workers compute.
struct ManyFlows {
    std::uint64_t flows = 0;  ///< how many; they are computed in the order of their numbers, from 0
    PolarisationCriterion criterion{};
    bool records = true;  ///< look at flows at all times that their runs would record, or (those in lanes) at the end
    bool gathers = true;  ///< gather what is seen then as trajectories
    /// The configuration of a flow's run. Called by several threads at once.
    std::function<RunConfig(std::uint64_t flow)> config;
    /// Called once for each flow, by several threads at once.
    std::function<void(std::uint64_t flow, const FlowOutcome& outcome)> finished;
};

/// Workers that share out flows among them: in SIMD lanes those that fit, each by a run of its own the others. Makes no
/// threads: whoever has some lets each advance a worker of its own. Which worker computes a flow does not change it.
class FlowWorkers {
  public:
    FlowWorkers(ManyFlows task, std::size_t workers);
    ~FlowWorkers();
    FlowWorkers(const FlowWorkers&) = delete;
    FlowWorkers& operator=(const FlowWorkers&) = delete;

    std::size_t count() const { return workers_.size(); }

    /// Lets worker number `worker` do about `budget` flow-steps; returns how many it did, 0 when nothing is left for
    /// it. Different workers may be advanced by different threads at once.
    std::int64_t advance(std::size_t worker, std::int64_t budget);

    /// Whether all flows have ended.
    bool done() const { return finished_ == task_.flows; }

    std::uint64_t finished() const { return finished_; }

    /// How much is done, 0 to 1, flows under way counted in part.
    double progress() const;

    /// Rough floating-point operations of one flow-step.
    double work_per_step() const { return work_per_step_; }

    /// The recorded trajectories of all workers, while none is being advanced.
    TrajectoryCounts trajectories() const;

  private:
    class Worker;

    ManyFlows task_;
    double work_per_step_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::atomic<std::uint64_t> next_{0};
    std::atomic<std::uint64_t> finished_{0};
};

}  // namespace polarize
