#pragma once

#include <cstdint>

namespace polarize::native {

/// Chooses how many updates one call should do so that it takes about 20 ms: short enough to stop a run at once, long
/// enough to cost nothing.
class Pacing {
  public:
    /// `work_per_step` in floating-point operations guesses the first budget; the measured rate gives the others.
    explicit Pacing(double work_per_step);

    /// Updates to do in the next call; at least 1.
    std::int64_t budget() const { return budget_; }

    /// Learns from a call that did `updates` in `seconds`.
    void record(std::int64_t updates, double seconds);

  private:
    std::int64_t budget_;
};

}  // namespace polarize::native
