#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/array.hpp>
#include <polarize/attention_model.hpp>
#include <polarize/catalogue.hpp>
#include <polarize/examples.hpp>
#include <polarize/history.hpp>
#include <polarize/params.hpp>
#include <polarize/stop.hpp>
#include <polarize/training_config.hpp>
#include <polarize/training_snapshot.hpp>

// Training of tiny attention models:
//
//     polarize::Params params(polarize::find_any_experiment("induction"));
//     params.set("steps", "200");
//     polarize::TrainingRunner runner(params);
//     while (!runner.done()) runner.advance(10);
//     const polarize::TrainingSnapshot end = runner.snapshot();
//     std::cout << end.loss << ' ' << end.metrics.at("accuracy").data[0] << '\n';
//
// The metrics of a snapshot, by name. Numbers: evaluation_loss, last_loss, others_loss, accuracy, accuracy_all. Tables
// of heads: sparsity, first_token, tiny_share, large_share, attention_entropy, last_entropy, rel_attn_max,
// rel_attn_max_abs, attn_max, attn_sum, value_norm_first, value_norm_others, v_proj_norm, and where the first token is
// BOS sink_score, sink_score_abs, sink_score_rows, sink_score_pooled, sink_score_next_row, sink_weight,
// sink_total_weight. Along the residual stream: massive_max, massive_median, massive_ratio, massive_largest. Where
// sequences are changed (TrainingSnapshotRequest::interventions) also one_token_attack, attack_flipped, attack_tokens,
// and of classification the tables dominance, dominance_a, dominance_b, mixing_leads, dominance_leading.
namespace polarize {

/// Every experiment that trains an attention model (Model::attention; TrainingRunner runs them).
std::span<const Experiment> training_catalogue();

/// Every experiment there is: the flows, then those that train attention models.
std::vector<const Experiment*> every_experiment();

/// The experiment called `id` among all of them. Throws Error that suggests the nearest id where there is none.
const Experiment& find_any_experiment(std::string_view id);

/// What a training run starts from in place of random draws, and how it runs.
struct TrainingInputs {
    Arrays weights{};                      ///< by PyTorch's names, all of them or none
    std::optional<Examples> data{};        ///< as many as `sequences` says
    std::optional<Examples> evaluation{};  ///< as many as `evaluation_sequences` says
    EpochOrders orders{};                  ///< of the first epochs
    std::size_t threads = 1;
};

/// Throws Error that names the tensor which is missing, not one of the model's, of another shape or not of numbers that
/// weights can be.
void check_weights(const std::vector<TensorInfo>& layout, const Arrays& weights);

/// Throws Error, naming `field`, where a number is not finite or too large for the 32 bits that weights have.
void check_floats(const std::string& field, std::span<const double> values);

/// Throws Error where `order` does not hold each number below `sequences` once.
void check_order(const std::vector<std::int32_t>& order, std::size_t sequences);

/// All that a training run needs to go on as if it had never stopped.
struct TrainingState {
    std::int64_t step = 0;
    std::int64_t evaluated_step = -1;
    std::vector<float> weights;  ///< in the order of the model's layout, and so the moments of AdamW
    std::vector<float> first_moment;
    std::vector<float> second_moment;
    double loss = std::numeric_limits<double>::quiet_NaN();  ///< not a number before the first evaluation
    History history;
    History evaluations;
    Arrays metrics;

    bool operator==(const TrainingState&) const = default;
};

/// The state of a run that is looked at where it lies: valid until the run goes on.
struct TrainingStateView {
    std::int64_t step;
    std::int64_t evaluated_step;
    std::span<const float> weights;  ///< as in TrainingState
    std::span<const float> first_moment;
    std::span<const float> second_moment;
    double loss;
    const History& history;
    const History& evaluations;
    const Arrays& metrics;
};

/// Trains an attention model. One step is one update of AdamW on one batch. Evaluations fall on step 0, every
/// `evaluate_every` updates and the end. A loss that stops being finite ends the run with the weights of the last
/// evaluation. Work that a stop request cuts short (see stop_when) is as if it had not begun: an update is not counted,
/// an evaluation stays due. Not thread-safe; one thread at a time.
class TrainingRunner {
  public:
    /// Throws Error, naming the field, where parameters and inputs do not fit together.
    explicit TrainingRunner(const Params& params, TrainingInputs inputs = {});
    ~TrainingRunner();
    TrainingRunner(TrainingRunner&&) noexcept;
    TrainingRunner& operator=(TrainingRunner&&) noexcept;
    TrainingRunner(const TrainingRunner&) = delete;
    TrainingRunner& operator=(const TrainingRunner&) = delete;

    /// From now on long work asks `request` now and then, by several threads at once, and ends soon after a yes.
    void stop_when(StopRequest request);

    /// Does up to `budget` updates and the evaluations that fall due, fewer after a stop request; returns how many
    /// updates it did. Throws Error where `budget` is negative.
    std::int64_t advance(std::int64_t budget);

    /// Does up to `budget` updates, none beyond a due evaluation: so that updates can be timed by themselves.
    std::int64_t train(std::int64_t budget);
    bool evaluation_is_due() const;
    void evaluate_if_due();

    /// Floating-point operations of one update's matrix products.
    double work_per_step() const;

    bool done() const;
    bool diverged() const;
    std::int64_t step() const;
    /// How much of the run is done, 0 to 1.
    double progress() const;

    /// The run as it stands. Throws Interrupted where a stop request cuts short what is asked for.
    TrainingSnapshot snapshot(const TrainingSnapshotRequest& request = {}) const;

    /// Changes a live parameter from the next update on. Throws Error when it is not live or the value is not allowed.
    void set(std::string_view name, std::string_view text);
    /// The parameters in force.
    const Params& params() const;

    /// The whole state. Throws Error when the run diverged: it cannot go on.
    TrainingState state() const;
    /// The same without copies, for those who write it down.
    TrainingStateView state_view() const;
    /// Continues from `state`, which a run of the same parameters and inputs left. Throws Error, naming the field and
    /// with nothing changed, where no such run could have left it.
    void restore(TrainingState state);

    /// The sizes of the model, the tensors it has and their numbers, flat in the order of the layout.
    const ModelConfig& model() const;
    const std::vector<TensorInfo>& layout() const;
    std::span<const float> weights() const;
    /// Threads that share the work: no more than there are parts of a batch to share.
    std::size_t threads() const;

    /// What the model makes of sequences of one's own, (count, T) tokens: "logits" (count, T, outputs) and "attention"
    /// (count, layers, heads, T, T). Throws Error where they are no sequences of the model, and Interrupted.
    Arrays look(std::span<const std::int32_t> tokens) const;

    /// The class that the model predicts at the end of each of these sequences. Throws as `look`.
    std::vector<std::int32_t> predict(std::span<const std::int32_t> tokens) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace polarize
