#include <polarize/training.hpp>

#include <algorithm>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/isa.hpp>
#include "run/history.hpp"
#include "training/evaluation.hpp"
#include "training/inputs.hpp"
#include "training/interventions.hpp"
#include "training/runner_state.hpp"
#include "training/state_check.hpp"
#include "training/work.hpp"

namespace polarize {

TrainingRunner::TrainingRunner(const Params& params, TrainingInputs inputs)
    : state_(std::make_unique<State>(params, std::move(inputs))) {}
TrainingRunner::~TrainingRunner() = default;
TrainingRunner::TrainingRunner(TrainingRunner&&) noexcept = default;
TrainingRunner& TrainingRunner::operator=(TrainingRunner&&) noexcept = default;

void TrainingRunner::stop_when(StopRequest request) {
    state_->model->stop_when(request);
    state_->stop_requested = std::move(request);
}

// The course of a run.

std::int64_t TrainingRunner::advance(std::int64_t budget) {
    if (budget < 0) throw refused("budget", budget, "at least 0");
    const std::int64_t start = step();
    evaluate_if_due();
    while (!done() && step() - start < budget && !state_->is_stopped()) {
        train(budget - (step() - start));
        evaluate_if_due();
    }
    return std::max<std::int64_t>(step() - start, 0);
}

std::int64_t TrainingRunner::train(std::int64_t budget) {
    std::int64_t updates = 0;
    try {
        while (updates < budget && !done() && !evaluation_is_due())
            if (state_->train_one()) ++updates;
    } catch (const Interrupted&) {
        return updates;
    }
    return updates;
}

bool TrainingRunner::evaluation_is_due() const { return state_->evaluation_is_due(); }

void TrainingRunner::evaluate_if_due() { state_->evaluate_if_due(); }

double TrainingRunner::work_per_step() const { return training_work(model(), state_->config.schedule.batch); }

bool TrainingRunner::done() const { return state_->done(); }

bool TrainingRunner::diverged() const { return state_->diverged(); }

std::int64_t TrainingRunner::step() const { return state_->step; }

double TrainingRunner::progress() const {
    return static_cast<double>(step()) / static_cast<double>(state_->config.last_step());
}

void TrainingRunner::set(std::string_view name, std::string_view text) {
    Params changed = params();
    changed.set(name, text);
    if (!changed.experiment().find(name)->live)
        throw refused(name, "", "cannot change while a run is under way", "a new run", ErrorCode::conflict);
    if (training_config(changed).last_step() < step())
        throw refused(name, changed.text(name),
                      "ends the run before the " + std::to_string(step()) + " updates already made", "more",
                      ErrorCode::conflict);
    state_->take(changed);
}

const Params& TrainingRunner::params() const { return state_->params; }

// What is seen of it.

namespace {

/// What the model makes of the first `count` examples, with their tokens and targets.
Arrays samples_of(Transformer<float>& model, const Examples& examples, std::size_t count) {
    count = std::min(count, examples.count());
    if (count == 0) return {};
    const auto tokens = std::span(examples.tokens).first(count * examples.length);
    const auto targets = std::span(examples.targets).first(count * examples.targets_each());
    Arrays samples = look_at(model, tokens);
    samples["tokens"] = {{count, examples.length}, {tokens.begin(), tokens.end()}};
    samples["targets"] = {{count, examples.targets_each()}, {targets.begin(), targets.end()}};
    return samples;
}

/// Adds the metrics that changed sequences give, those beside them being of the same weights.
void add_interventions(Transformer<float>& model, const Examples& examples, const TrainingConfig& config,
                       TrainingSnapshot& snapshot) {
    if (snapshot.evaluated_step != snapshot.step) {
        Arrays metrics = evaluate_training(model, examples, config.schedule.auxiliary);
        if (!all_finite(metrics)) return;
        snapshot.metrics = std::move(metrics);
        snapshot.evaluated_step = snapshot.step;
    }
    snapshot.metrics.merge(intervene(model, examples, config.data.seed));
}

}  // namespace

TrainingSnapshot TrainingRunner::snapshot(const TrainingSnapshotRequest& request) const {
    const State& run = *state_;
    TrainingSnapshot snapshot;
    snapshot.experiment = params().experiment().id;
    if (diverged()) snapshot.status = RunStatus::diverged;
    else if (done()) snapshot.status = RunStatus::finished;
    snapshot.step = step();
    snapshot.last_step = run.config.last_step();
    snapshot.progress = progress();
    snapshot.diverged_step = run.diverged_step;
    if (diverged()) snapshot.diverged_quantity = "loss";
    snapshot.isa = name(run.model->isa());
    snapshot.loss = run.loss;
    snapshot.steps_per_epoch = run.config.steps_per_epoch();
    snapshot.evaluated_step = run.evaluated_step;
    snapshot.metrics = run.metrics;
    snapshot.samples = samples_of(*run.model, run.evaluation_examples, request.samples);
    if (request.weights) snapshot.weights = weights_of(*run.model);
    snapshot.history = tail(run.history, request.first_sample);
    snapshot.evaluations = tail(run.evaluations, request.first_evaluation);
    if (request.interventions) add_interventions(*run.model, run.evaluation_examples, run.config, snapshot);
    return snapshot;
}

const ModelConfig& TrainingRunner::model() const { return state_->model->config(); }

const std::vector<TensorInfo>& TrainingRunner::layout() const { return state_->model->layout(); }

std::span<const float> TrainingRunner::weights() const { return std::as_const(*state_->model).parameters(); }

std::size_t TrainingRunner::threads() const { return state_->model->threads(); }

Arrays TrainingRunner::look(std::span<const std::int32_t> tokens) const { return look_at(*state_->model, tokens); }

std::vector<std::int32_t> TrainingRunner::predict(std::span<const std::int32_t> tokens) const {
    return predictions_of(*state_->model, tokens);
}

// Its state.

TrainingStateView TrainingRunner::state_view() const {
    if (diverged()) throw refused("state", "", "the run diverged", "a run with finite weights", ErrorCode::not_finite);
    const State& run = *state_;
    return {.step = run.step,
            .evaluated_step = run.evaluated_step,
            .weights = weights(),
            .first_moment = std::as_const(*run.model).first_moment(),
            .second_moment = std::as_const(*run.model).second_moment(),
            .loss = run.loss,
            .history = run.history,
            .evaluations = run.evaluations,
            .metrics = run.metrics};
}

TrainingState TrainingRunner::state() const {
    const TrainingStateView view = state_view();
    return {.step = view.step,
            .evaluated_step = view.evaluated_step,
            .weights = {view.weights.begin(), view.weights.end()},
            .first_moment = {view.first_moment.begin(), view.first_moment.end()},
            .second_moment = {view.second_moment.begin(), view.second_moment.end()},
            .loss = view.loss,
            .history = view.history,
            .evaluations = view.evaluations,
            .metrics = view.metrics};
}

void TrainingRunner::restore(TrainingState state) {
    State& run = *state_;
    check_state(state, {.parameters = weights().size(),
                        .last_step = run.config.last_step(),
                        .losses = run.losses(),
                        .metrics = evaluation_shapes(model(), run.evaluation_examples.kind)});
    std::ranges::copy(state.weights, run.model->parameters().begin());
    std::ranges::copy(state.first_moment, run.model->first_moment().begin());
    std::ranges::copy(state.second_moment, run.model->second_moment().begin());
    run.model->set_steps(static_cast<std::uint64_t>(state.step));
    run.saved_weights = std::move(state.weights);
    run.step = run.saved_step = state.step;
    run.evaluated_step = state.evaluated_step;
    run.loss = state.loss;
    run.history = std::move(state.history);
    run.evaluations = std::move(state.evaluations);
    run.metrics = std::move(state.metrics);
    run.diverged_step = -1;
}

}  // namespace polarize
