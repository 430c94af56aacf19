#pragma once

#include <optional>

#include "tasks/task.hpp"

namespace polarize {

/// Where the batches of a training run come from.
struct BatchSettings {
    std::uint64_t seed = 0;
    std::size_t sequences = 0;  ///< of an epoch
    std::size_t batch = 0;      ///< sequences of a step; the last one of an epoch may have fewer
    bool fresh = false;         ///< draw new sequences all the time in place of going over one data set again
};

/// The batches of a training run by the number of the step, so that a run can begin at any. Epoch e of a data set goes
/// over it in a random order that seed and e determine, or in a given one; fresh sequences never come twice.
class Batches {
  public:
    /// `task` must outlive this object. A data set that is not given is drawn from the task; one that is given has
    /// `settings.sequences` examples. Throws Error where `settings` has no sequences or no batch. `orders` may be
    /// empty; an epoch beyond them draws its own order.
    Batches(Task& task, const BatchSettings& settings, std::optional<Examples> given, EpochOrders orders);

    std::size_t steps_per_epoch() const { return (settings_.sequences + settings_.batch - 1) / settings_.batch; }

    /// The batch of step number `step`, from 0; valid until the next call.
    const Examples& at(std::uint64_t step);

  private:
    void gather(std::uint64_t epoch, std::size_t first, std::size_t count);
    void enter(std::uint64_t epoch);

    Task& task_;
    BatchSettings settings_;
    Examples data_;
    EpochOrders given_orders_;
    std::vector<std::int32_t> order_;  // of epoch_
    std::optional<std::uint64_t> epoch_;
    Examples batch_;
};

}  // namespace polarize
