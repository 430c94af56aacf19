#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "catalogue/run_config.hpp"
#include "ensemble/outcome.hpp"
#include "flow/ensemble_block.hpp"

namespace polarize {

/// Runs flows in the lanes of one block, each of a configuration of its own; a lane whose flow ends is free for
/// another.
class FlowLanes {
  public:
    /// `records` says whether flows are looked at at all the moments that their runs would record, or at the end alone.
    FlowLanes(const PolarisationCriterion& criterion, bool records, FlowListener listener);

    bool has_room() const { return busy_ == 0 || busy_ < lanes_.size(); }

    /// Whether a flow of `run`, which fits lanes, can start now: a lane is free, and the flows under way have
    /// as many tokens and move by the same dynamics.
    bool accepts(const RunConfig& run) const;

    void start(std::uint64_t flow, const RunConfig& run);

    /// Moves all flows on by about `budget` updates (attempted steps of the integrator) altogether, but not beyond the
    /// end of one. Returns how many it made.
    std::int64_t advance(std::int64_t budget);

    bool is_idle() const { return busy_ == 0; }

    /// Σ over the flows under way of the share of each that is done.
    double partly_done() const;

  private:
    using Schedule = std::shared_ptr<const std::vector<double>>;

    struct Lane {
        bool busy = false;
        std::uint64_t flow = 0;
        Schedule schedule;     // the moments to look at; the last is the end
        std::size_t next = 0;  // in the schedule
        double time = 0;
        PolarisationClock clock{0};
        std::vector<double> u, a;  // at the start
    };

    void make_block(const RunConfig& run);
    Schedule schedule_of(const RunConfig& run);
    std::int64_t move(std::int64_t budget);
    std::int64_t descend(std::int64_t budget);
    std::int64_t integrate(std::int64_t budget);
    bool look_where_due();
    void look_at(std::size_t number);
    void finish(std::size_t number, bool diverged);

    PolarisationCriterion criterion_;
    bool records_;
    FlowListener listener_;
    bool is_flow_ = false;
    std::optional<EnsembleBlock> block_;
    std::vector<Lane> lanes_;
    std::size_t busy_ = 0;
    double log_tokens_ = 0;
    // The schedule made last, for flows that end alike.
    double scheduled_end_ = -1;
    std::int64_t scheduled_samples_ = 0;
    Schedule schedule_;
};

}  // namespace polarize
