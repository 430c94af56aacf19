#pragma once

#include <memory>
#include <string>
#include <vector>

#include <polarize/run.hpp>
#include "catalogue/run_config.hpp"
#include "flow/model.hpp"

namespace polarize {

/// What every run of a FlowModel shares, whatever moves it: the configuration, the present look, the history and how
/// they are shown.
class ModelRunner {
  public:
    virtual ~ModelRunner() = default;

    virtual std::int64_t advance(std::int64_t budget) = 0;
    virtual double work_per_step() const = 0;
    virtual bool done() const = 0;
    virtual double progress() const = 0;
    /// Goes on as `config` says, which differs from config() in live members alone. Throws Error, with all as it was,
    /// where the run cannot.
    virtual void change(const RunConfig& config) = 0;

    const RunConfig& config() const { return config_; }
    std::int64_t step() const { return step_; }
    /// As Runner::snapshot, but for the name of the experiment.
    Snapshot snapshot(const SnapshotRequest& request) const;

  protected:
    /// `initial` are the arrays the model was made of, for the snapshots. Throws Error when a quantity at the start is
    /// not finite.
    ModelRunner(const RunConfig& config, std::unique_ptr<FlowModel> model, Arrays initial);

    /// Fills what only the moving part knows: time, status, counts.
    virtual void describe_progress(Snapshot& snapshot) const = 0;

    /// Takes new values of the live members. Throws Error, with all as it was, when a quantity would not be finite.
    void take(const RunConfig& changed);

    /// The first of V (or U), a, alpha, loss, gradient, beta that is not finite at the present look, or "".
    std::string not_finite() const;

    /// Adds the present look to the history; `extra` are further series of the same moment.
    void record(const std::vector<std::pair<std::string_view, double>>& extra = {});

    RunConfig config_;
    std::unique_ptr<FlowModel> model_;
    Look look_;  // at the present step
    History history_;
    std::int64_t step_ = 0;
    std::int64_t diverged_step_ = -1;
    std::string diverged_quantity_;
    std::string stuck_reason_;

  private:
    void apply_settings();
    std::vector<double> present_singular_values() const;

    Arrays initial_;
};

}  // namespace polarize
