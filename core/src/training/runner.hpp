#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <polarize/params.hpp>
#include <polarize/training_snapshot.hpp>
#include "training/settings.hpp"
#include "training/state.hpp"

namespace polarize {

/// What a training run starts from in place of random draws, and how it runs.
struct TrainingInputs {
    Arrays weights{};                      ///< by PyTorch's names, all of them or none
    std::optional<Examples> data{};        ///< as many as `sequences` says
    std::optional<Examples> evaluation{};  ///< as many as `evaluation_sequences` says
    EpochOrders orders{};                  ///< of the first epochs
    std::size_t threads = 1;
};

/// Trains an attention model (Model::attention). One step is one update of AdamW on one batch. Evaluations fall on step
/// 0, every `evaluate_every` updates and the end. A loss that stops being finite ends the run with the weights of the
/// last evaluation. The loss of snapshots is not a number before the first evaluation. Work that a stop request cuts
/// short (see stop_when) is as if it had not begun: an update is not counted, an evaluation stays due.
class TrainingRunner {
  public:
    /// Throws Error, naming the field, where parameters and inputs do not fit together.
    TrainingRunner(const Params& params, TrainingInputs inputs);

    /// From now on long work asks `request` now and then, by several threads at once, and ends soon after a yes.
    void stop_when(StopRequest request);

    /// Does up to `budget` updates and the evaluations that fall due, fewer after a stop request.
    std::int64_t advance(std::int64_t budget);

    /// Does up to `budget` updates, none beyond a due evaluation: so that updates can be timed by themselves.
    std::int64_t train(std::int64_t budget);
    bool evaluation_is_due() const;
    void evaluate_if_due();

    double work_per_step() const;
    /// Throws Interrupted where a stop request cuts short what is asked for.
    TrainingSnapshot snapshot(const TrainingSnapshotRequest& request = {}) const;
    void set(std::string_view name, std::string_view text);
    const Params& params() const { return params_; }
    bool done() const { return diverged() || step_ >= last_step_; }
    double progress() const;
    bool diverged() const { return diverged_step_ >= 0; }
    std::int64_t step() const { return step_; }

    /// The whole state. Throws Error when the run diverged: it cannot go on.
    TrainingState state() const;

    /// The same without copies, for those who write it down.
    TrainingStateView state_view() const;

    /// Continues from `state`, which a run of the same parameters and inputs left. Throws Error, with nothing changed,
    /// where no such run could have left it; see check_state.
    void restore(TrainingState state);

    const Transformer<float>& model() const { return *model_; }

    /// Logits and attention maps of sequences of one's own, (count, T) tokens; see look_at. Throws Interrupted.
    Arrays look(std::span<const std::int32_t> tokens) const;

    /// What the model predicts at their ends; see predictions_of.
    std::vector<std::int32_t> predict(std::span<const std::int32_t> tokens) const;

  private:
    void take_settings();
    bool train_one();
    bool is_stopped() const { return stop_requested_ && stop_requested_(); }
    void record(const LossValue& loss);
    void diverge();
    void add_interventions(TrainingSnapshot& snapshot) const;
    Arrays samples(std::size_t count) const;
    std::span<const std::string_view> losses() const;
    StateFrame state_frame() const;

    Params params_;
    std::unique_ptr<Task> task_;
    Examples evaluation_examples_;
    Batches batches_;
    // Behind a pointer, so that looking at the model, which uses its working memory, is possible in const functions.
    std::unique_ptr<Transformer<float>> model_;
    StopRequest stop_requested_;
    LossSpec loss_spec_;
    AdamW adamw_;
    std::int64_t last_step_ = 0;
    std::int64_t evaluation_interval_ = 1;
    std::int64_t record_interval_ = 1;

    std::int64_t step_ = 0;
    double loss_ = std::numeric_limits<double>::quiet_NaN();  // until the first evaluation
    History history_;
    std::int64_t evaluated_step_ = -1;
    Arrays metrics_;  // at evaluated_step_
    History evaluations_;
    std::vector<float> saved_weights_;  // known to be finite, from the last evaluation
    std::int64_t saved_step_ = 0;
    double saved_loss_ = std::numeric_limits<double>::quiet_NaN();
    std::int64_t diverged_step_ = -1;
};

/// Starts a run of an experiment of the training catalogue. Throws Error where parameters and inputs do not fit
/// together.
std::unique_ptr<TrainingRunner> make_training_runner(const Params& params, TrainingInputs inputs = {});

}  // namespace polarize
