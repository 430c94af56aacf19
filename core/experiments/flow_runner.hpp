#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/runner.hpp"
#include "flow/model.hpp"

namespace polarize {

/// Runs gradient descent on any FlowModel: keeps the schedule of samples, records them, and stops at the first update
/// that makes a quantity not finite, with the last finite state.
class FlowRunner final : public Runner {
  public:
    /// `initial` are the arrays the model was made of, for the snapshots. Throws Error when the loss at the start is
    /// not finite.
    FlowRunner(Params params, std::unique_ptr<FlowModel> model, Arrays initial);

    std::int64_t advance(std::int64_t budget) override;
    double work_per_step() const override { return model_->work_per_step(); }
    Snapshot snapshot(const SnapshotRequest& request) const override;
    void set(std::string_view name, std::string_view text) override;
    const Params& params() const override { return params_; }
    bool done() const override { return diverged_step_ >= 0 || step_ >= last_step(); }
    std::int64_t step() const override { return step_; }

  private:
    std::int64_t last_step() const { return params_.integer("steps"); }
    void apply_settings();
    void schedule_samples();
    std::string not_finite() const;
    void descend_checked(std::int64_t steps);
    void find_divergence(std::int64_t steps);
    void save();
    void restore();
    void record();
    void record_if_due();
    double time() const;
    std::vector<double> present_singular_values() const;

    Params params_;
    std::unique_ptr<FlowModel> model_;
    Arrays initial_;
    Look look_;                          // at the present step
    std::vector<AlignedVector> saved_;   // the last state known to be finite
    std::vector<std::int64_t> samples_;  // steps still to be recorded, next one last
    History history_;
    std::int64_t step_ = 0;
    // Time is a product and not a sum over the updates, so that it does not depend on how they are split over calls.
    double time_at_change_ = 0;  // when lr last changed
    std::int64_t step_at_change_ = 0;
    std::int64_t diverged_step_ = -1;
    std::string diverged_quantity_;
};

}  // namespace polarize
