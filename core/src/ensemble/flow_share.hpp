#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ensemble/bands.hpp"
#include "ensemble/flow_workers.hpp"
#include "ensemble/outcome.hpp"

namespace polarize {

/// The flows of an ensemble or of a map from number `first` up to but not including `last`.
struct FlowRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

/// A flow that has ended, and how.
struct FinishedFlow {
    std::uint64_t flow = 0;
    FlowOutcome outcome = {};
};

/// What a share found, as it comes out of words().
struct ShareResult {
    std::vector<FinishedFlow> flows;
    TrajectoryCounts trajectories;
};

/// Some of the flows of an ensemble or of a map, computed where no memory is shared with what gathers them: the words
/// of the finished share travel there. The flows are the same, to the last bit, however they are divided into shares.
class FlowShare {
  public:
    /// `task` as for all flows; its `finished` is not called. Throws Error where `range` is no part of them.
    FlowShare(EnsembleTask task, FlowRange range);
    FlowShare(const FlowShare&) = delete;
    FlowShare& operator=(const FlowShare&) = delete;

    /// Does about `budget` flow-steps; returns how many, 0 when nothing is left.
    std::int64_t advance(std::int64_t budget) { return workers_.advance(0, budget); }

    bool done() const { return workers_.done(); }
    double progress() const { return workers_.progress(); }
    double work_per_step() const { return workers_.work_per_step(); }

    /// The finished share for `read_share` of the same build.
    std::vector<std::uint32_t> words() const;

  private:
    EnsembleTask own_task(EnsembleTask task, FlowRange range);

    std::vector<FinishedFlow> flows_;
    EnsembleWorkers workers_;
};

/// Reads what FlowShare::words wrote. Throws Error for flows outside of `range` or that are there twice, and where the
/// words end too early.
ShareResult read_share(std::span<const std::uint32_t> words, FlowRange range);

}  // namespace polarize
