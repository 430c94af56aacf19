#pragma once

#include <memory>
#include <optional>

#include "flow/continuous_flow.hpp"
#include "ode/integrator.hpp"
#include "run/model_runner.hpp"

namespace polarize {

/// Runs gradient flow on any FlowModel by an adaptive integrator, up to a time t, a power of ten of it, or (logistic
/// value-softmax flow) a rescaled time tau. Samples are spaced evenly in the logarithm of the variable of integration.
class ContinuousRunner final : public ModelRunner {
  public:
    /// Throws Error for a horizon that the flow cannot have.
    ContinuousRunner(const RunConfig& config, std::unique_ptr<FlowModel> model, Arrays initial);

    std::int64_t advance(std::int64_t budget) override;
    double work_per_step() const override;
    void change(const RunConfig& config) override;
    bool done() const override { return diverged_step_ >= 0 || !stuck_reason_.empty() || arrived_; }
    double progress() const override;

  private:
    void describe_progress(Snapshot& snapshot) const override;
    void take_horizon();
    void take_later_horizon(const RunConfig& before);
    void start_integration();
    std::optional<double> end_in_last_step();
    void visit(double s);
    void record_samples(double until);
    void record_here();
    void arrive(double s);
    double way_made() const;
    bool is_stalled();
    static double time_of(double log_t);

    std::unique_ptr<ContinuousFlow> flow_;
    std::unique_ptr<Integrator> integrator_;
    StepCounts earlier_counts_;  // of integrations before the last live change
    double s_ = 0;               // the variable of integration at the present look: tau or t
    double log_t_ = 0;           // log t at the present look
    AlignedVector visited_;      // scratch: an interpolated state
    std::int64_t next_sample_ = 0;
    double next_sample_at_ = 0;  // where it lies in the variable of integration
    bool arrived_ = false;
    double stall_mark_ = 0;             // the way made at the last check for a stall
    std::optional<double> last_s_;      // where to stop, in the variable of integration
    std::optional<double> last_log_t_;  // where to stop, in log t
};

}  // namespace polarize
