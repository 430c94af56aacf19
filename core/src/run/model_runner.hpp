#pragma once

#include <memory>
#include <string>
#include <vector>

#include <polarize/run.hpp>
#include "flow/model.hpp"

namespace polarize {

/// What every run of a FlowModel shares, whatever moves it: the parameters, the present look, the history and how they
/// are shown.
class ModelRunner : public Runner {
  public:
    const Params& params() const override { return params_; }
    std::int64_t step() const override { return step_; }
    Snapshot snapshot(const SnapshotRequest& request) const override;

  protected:
    /// `initial` are the arrays the model was made of, for the snapshots. Throws Error when a quantity at the start is
    /// not finite.
    ModelRunner(Params params, std::unique_ptr<FlowModel> model, Arrays initial);

    /// Fills what only the moving part knows: time, status, counts.
    virtual void describe_progress(Snapshot& snapshot) const = 0;

    /// The parameters with `name` set to `text`. Throws Error when it is not live or the value is not allowed.
    Params changed_params(std::string_view name, std::string_view text) const;

    /// Takes new values of the live parameters. Throws Error, with all as it was, when a quantity would not be finite.
    void take_params(Params changed);

    /// The first of V (or U), a, alpha, loss, gradient, beta that is not finite at the present look, or "".
    std::string not_finite() const;

    /// Adds the present look to the history; `extra` are further series of the same moment.
    void record(const std::vector<std::pair<std::string_view, double>>& extra = {});

    Params params_;
    const std::int64_t sample_count_;
    const bool records_singular_values_;
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
