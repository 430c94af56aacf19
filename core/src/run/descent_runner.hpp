#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "flow/optimiser.hpp"
#include "numeric/aligned.hpp"
#include "run/model_runner.hpp"

namespace polarize {

/// How the descent of `config` makes its updates.
OptimiserSettings optimiser_settings(const RunConfig& config);

/// Runs gradient descent on any FlowModel: keeps the schedule of samples, records them, and stops at the first update
/// that makes a quantity not finite, with the last finite state.
class DescentRunner final : public ModelRunner {
  public:
    DescentRunner(const RunConfig& config, std::unique_ptr<FlowModel> model, Arrays initial);

    std::int64_t advance(std::int64_t budget) override;
    double work_per_step() const override { return model_->work_per_step(); }
    void change(const RunConfig& config) override;
    bool done() const override { return diverged_step_ >= 0 || step_ >= last_step(); }
    double progress() const override;

  private:
    std::int64_t last_step() const { return config_.descent.steps; }
    void describe_progress(Snapshot& snapshot) const override;
    void schedule_samples();
    void descend_checked(std::int64_t steps);
    void find_divergence(std::int64_t steps);
    void descend(std::int64_t steps);
    void choose_optimiser();
    void save();
    void restore();
    void record_if_due();
    double time() const;

    std::optional<Optimiser> optimiser_;  // where plain gradient descent will not do
    std::vector<AlignedVector> saved_;    // the last state known to be finite
    Optimiser::Moments saved_moments_;    // and the optimiser's part of it
    std::int64_t check_interval_;         // updates between two checks that all is finite
    std::vector<std::int64_t> samples_;   // steps still to be recorded, next one last
    // Time is a product and not a sum over the updates, so that it does not depend on how they are split over calls.
    double time_at_change_ = 0;  // when lr last changed
    std::int64_t step_at_change_ = 0;
};

}  // namespace polarize
