#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ensemble/outcome.hpp"
#include "run/model_runner.hpp"

namespace polarize {

/// One flow of many that no lane can carry: any experiment, by a run of its own.
class SingleFlow {
  public:
    /// Starts flow number `flow`. A start that is refused ends it at once, as diverged.
    SingleFlow(std::uint64_t flow, const RunConfig& run, const PolarisationCriterion& criterion, FlowListener listener);

    /// Up to `budget` steps; returns how many were made. Tells the listener when the flow ends.
    std::int64_t advance(std::int64_t budget);

    bool done() const { return done_; }
    double progress() const;

  private:
    void take_samples();
    void finish(const Snapshot& snapshot, std::size_t sample);
    void give_up(RunStatus status, const Snapshot& last);

    std::uint64_t flow_;
    PolarisationCriterion criterion_;
    FlowListener listener_;
    PolarisationClock clock_;
    bool ends_by_itself_;  // where the flow ends in the variable of integration is its own affair
    double log_tokens_;
    std::unique_ptr<ModelRunner> runner_;
    std::vector<double> u_, a_;  // at the start
    std::size_t seen_ = 0;       // samples of the history
    bool done_ = false;
};

}  // namespace polarize
