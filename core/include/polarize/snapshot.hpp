#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polarize/array.hpp>

namespace polarize {

/// Where a run stands.
enum class RunStatus { running, finished, diverged };

/// "running", "finished" or "diverged".
std::string_view name(RunStatus status);

/// The recorded course of one quantity: `width` numbers per recorded step.
struct Series {
    std::string name;
    std::size_t width = 1;
    std::vector<double> values;  ///< samples × width, sample by sample

    bool operator==(const Series&) const = default;
};

/// Everything recorded so far, at logarithmically spaced steps. All series hold the same number of samples.
/// Names: loss, alpha, a, u, grad_V, grad_a, margin, alignment, beta_norm, entropy, max_alpha; kl adds kl_divergence,
/// the tied model top_column_norm and other_column_norm; with `singular_values` on also singular_values; flows
/// add time, tau and log_t. Attention
/// models record the loss of every batch before its update: loss, and where other positions count last_loss and
/// others_loss.
struct History {
    std::vector<std::int64_t> steps;
    std::vector<Series> series;

    /// The series called `wanted`, or nullptr.
    const Series* find(std::string_view wanted) const;
    std::size_t samples() const { return steps.size(); }

    bool operator==(const History&) const = default;
};

/// The clock and the work of a gradient flow.
struct FlowClock {
    double tau = 0;    ///< rescaled time of the logistic value-softmax flow; t for the other flows
    double log_t = 0;  ///< natural logarithm of t, which itself overflows near 709; −∞ at the start
    std::int64_t rhs_evals = 0;
    std::int64_t accepted = 0;
    std::int64_t rejected = 0;

    bool operator==(const FlowClock&) const = default;
};

/// What is seen of an attention model in training. Metrics by name: a number has no axes, a table of heads has (layers,
/// heads), one along the residual stream (layers + 1).
struct TrainingView {
    std::int64_t steps_per_epoch = 0;
    std::int64_t evaluated_step = -1;  ///< what the metrics are of; −1 before the first evaluation
    Arrays metrics;                    ///< see training_evaluation.hpp and training_interventions.hpp
    /// Of some evaluation sequences: "tokens" (count, T), "targets" (count, T or 1), "logits" (count, T, outputs) and
    /// "attention" (count, layers, heads, T, T); empty where none were asked for.
    Arrays samples;
    History evaluations;  ///< every metric at every evaluation

    bool operator==(const TrainingView&) const = default;
};

/// An immutable picture of a run: all that a face ever sees of it.
struct Snapshot {
    std::string experiment;
    RunStatus status = RunStatus::running;
    std::int64_t step = 0;                 ///< updates done; for gradient flow accepted steps of the integrator
    std::int64_t last_step = 0;            ///< updates asked for; 0 for gradient flow, whose steps are its own choice
    double progress = 0;                   ///< how much of the run is done, 0 to 1
    double time = 0;                       ///< gradient-flow time, Σ lr over the updates done
    std::optional<FlowClock> flow;         ///< for gradient flow only
    std::optional<TrainingView> training;  ///< for attention models only, which leave alpha, a, u and their like empty
    double loss = 0;
    double entropy = 0;  ///< of alpha, nats; of |alpha|/Σ|alpha| where a map does not give probabilities
    double max_alpha = 0;
    std::int64_t winner = 0;    ///< index of the largest alpha
    std::vector<double> alpha;  ///< (k)
    std::vector<double> a;      ///< (k)
    std::vector<double> u;      ///< (k), Vᵀ beta_star; for losses without a teacher see teacher_direction
    std::vector<std::pair<std::string, double>> metrics;  ///< further numbers of this moment, by name
    Arrays arrays;  ///< the start (V, a, beta_star, X, y, p_star, U) and the present (V_final, a_final, U_final)
    History history;
    std::int64_t diverged_step = -1;  ///< the update that made a quantity not finite, or -1
    std::string diverged_quantity;    ///< "V", "U", "a", "alpha", "loss", "gradient", "beta" or "step size"; ""
    std::string isa;                  ///< instruction set that computed it
};

/// Why and where a run of status diverged stopped, in a clause: "diverged at step 7 (V)", or that a flow could not go
/// on.
std::string stop_reason(const Snapshot& snapshot);

}  // namespace polarize
