#include "training/runner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/isa.hpp>
#include "run/history.hpp"
#include "training/evaluation.hpp"
#include "training/inputs.hpp"
#include "training/interventions.hpp"

namespace polarize {

namespace {

/// The last two count where positions other than the last have targets.
constexpr std::array<std::string_view, 3> kLosses{"loss", "last_loss", "others_loss"};

bool all_finite(const Arrays& metrics) {
    return std::ranges::all_of(metrics, [](const auto& named) {
        return std::ranges::all_of(named.second.data, [](double x) { return std::isfinite(x); });
    });
}

/// The task, after the inputs were checked against it.
std::unique_ptr<Task> checked_task(const Params& params, const TrainingInputs& inputs) {
    std::unique_ptr<Task> task = task_of(params);
    check_inputs(params, *task, inputs);
    return task;
}

Examples evaluation_examples(const Params& params, Task& task, std::optional<Examples> given) {
    if (given) return std::move(*given);
    return task.draw_examples(static_cast<std::uint64_t>(params.integer("seed")), Purpose::evaluation_examples, 0,
                              static_cast<std::size_t>(params.integer("evaluation_sequences")));
}

std::unique_ptr<Transformer<float>> model_of(const Params& params, const Task& task, const TrainingInputs& inputs) {
    const BatchSettings batches = batch_settings_of(params);
    auto model = std::make_unique<Transformer<float>>(model_config_of(params, task),
                                                      std::min(batches.batch, batches.sequences), inputs.threads);
    if (inputs.weights.empty()) model->initialise(static_cast<std::uint32_t>(params.integer("seed")));
    else load_weights(*model, inputs.weights);
    return model;
}

}  // namespace

TrainingRunner::TrainingRunner(const Params& params, TrainingInputs inputs)
    : params_(params),
      task_(checked_task(params, inputs)),
      evaluation_examples_(evaluation_examples(params, *task_, std::move(inputs.evaluation))),
      batches_(*task_, batch_settings_of(params), std::move(inputs.data), std::move(inputs.orders)),
      model_(model_of(params, *task_, inputs)) {
    take_settings();
}

/// Reads the parameters that may change while the run is under way.
void TrainingRunner::take_settings() {
    loss_spec_ = loss_spec_of(params_, *task_);
    adamw_ = adamw_of(params_);
    last_step_ = last_step_of(params_);
    evaluation_interval_ = evaluation_interval_of(params_);
    record_interval_ = params_.integer("record_every");
}

void TrainingRunner::stop_when(StopRequest request) {
    model_->stop_when(request);
    stop_requested_ = std::move(request);
}

std::int64_t TrainingRunner::advance(std::int64_t budget) {
    if (budget < 0) throw Error("budget: " + std::to_string(budget) + " is out of range; allowed: at least 0");
    const std::int64_t start = step_;
    evaluate_if_due();
    while (!done() && step_ - start < budget && !is_stopped()) {
        const std::int64_t before = step_;
        train(budget - (before - start));
        evaluate_if_due();
    }
    return std::max<std::int64_t>(step_ - start, 0);
}

std::int64_t TrainingRunner::train(std::int64_t budget) {
    std::int64_t updates = 0;
    try {
        while (updates < budget && !done() && !evaluation_is_due())
            if (train_one()) ++updates;
    } catch (const Interrupted&) {
        return updates;
    }
    return updates;
}

/// Whether the update counts: the run did not diverge. Throws Interrupted, with nothing changed.
bool TrainingRunner::train_one() {
    const Examples& batch = batches_.at(static_cast<std::uint64_t>(step_));
    const LossValue loss = model_->train_step({.tokens = batch.tokens, .targets = batch.targets}, loss_spec_, adamw_);
    if (!std::isfinite(loss.total)) {
        diverge();
        return false;
    }
    loss_ = loss.total;
    if (step_ % record_interval_ == 0) record(loss);
    ++step_;
    return true;
}

/// The names of what is recorded of a batch.
std::span<const std::string_view> TrainingRunner::losses() const {
    return std::span(kLosses).first(task_->targets() == Targets::every_position ? kLosses.size() : 1);
}

void TrainingRunner::record(const LossValue& loss) {
    history_.steps.push_back(step_);
    const std::array<const double*, kLosses.size()> values{&loss.total, &loss.at_position, &loss.others};
    for (std::size_t i = 0; i < losses().size(); ++i) append(history_, losses()[i], values[i], 1);
}

/// The weights after step_ updates give a loss that is not finite: goes back to those that were saved.
/// The history keeps the losses on the way to it.
void TrainingRunner::diverge() {
    diverged_step_ = step_;
    if (saved_weights_.empty()) return;
    std::ranges::copy(saved_weights_, model_->parameters().begin());
    step_ = saved_step_;
    loss_ = saved_loss_;
}

bool TrainingRunner::evaluation_is_due() const {
    if (diverged() || evaluated_step_ == step_) return false;
    return step_ == 0 || step_ % evaluation_interval_ == 0 || step_ >= last_step_;
}

void TrainingRunner::evaluate_if_due() {
    if (!evaluation_is_due()) return;
    Arrays metrics;
    try {
        metrics = evaluate_training(*model_, evaluation_examples_, loss_spec_.auxiliary);
    } catch (const Interrupted&) {
        return;
    }
    if (!all_finite(metrics)) {
        diverge();
        return;
    }
    metrics_ = std::move(metrics);
    evaluated_step_ = step_;
    saved_weights_.assign(model_->parameters().begin(), model_->parameters().end());
    saved_step_ = step_;
    if (step_ == 0) loss_ = metrics_.at("evaluation_loss").data[0];
    saved_loss_ = loss_;
    evaluations_.steps.push_back(step_);
    for (const auto& [name, metric] : metrics_) append(evaluations_, name, metric.data.data(), metric.data.size());
}

double TrainingRunner::work_per_step() const {
    return training_work(model_->config(), static_cast<std::size_t>(params_.integer("batch")));
}

double TrainingRunner::progress() const { return static_cast<double>(step_) / static_cast<double>(last_step_); }

Arrays TrainingRunner::samples(std::size_t count) const {
    count = std::min(count, evaluation_examples_.count());
    if (count == 0) return {};
    const std::span<const std::int32_t> tokens =
        std::span(evaluation_examples_.tokens).first(count * evaluation_examples_.length);
    const std::size_t targets_each = evaluation_examples_.targets_each();
    const std::span<const std::int32_t> targets = std::span(evaluation_examples_.targets).first(count * targets_each);
    Arrays samples = look_at(*model_, tokens);
    samples["tokens"] = {{count, evaluation_examples_.length}, {tokens.begin(), tokens.end()}};
    samples["targets"] = {{count, targets_each}, {targets.begin(), targets.end()}};
    return samples;
}

/// Adds the metrics that changed sequences give, those beside them being of the same weights.
void TrainingRunner::add_interventions(TrainingSnapshot& snapshot) const {
    if (evaluated_step_ != step_) {
        Arrays metrics = evaluate_training(*model_, evaluation_examples_, loss_spec_.auxiliary);
        if (!all_finite(metrics)) return;
        snapshot.metrics = std::move(metrics);
        snapshot.evaluated_step = step_;
    }
    snapshot.metrics.merge(
        intervene(*model_, evaluation_examples_, static_cast<std::uint64_t>(params_.integer("seed"))));
}

TrainingSnapshot TrainingRunner::snapshot(const TrainingSnapshotRequest& request) const {
    TrainingSnapshot snapshot;
    snapshot.experiment = params_.experiment().id;
    if (diverged()) snapshot.status = RunStatus::diverged;
    else if (done()) snapshot.status = RunStatus::finished;
    snapshot.step = step_;
    snapshot.last_step = last_step_;
    snapshot.progress = progress();
    snapshot.diverged_step = diverged_step_;
    if (diverged()) snapshot.diverged_quantity = "loss";
    snapshot.isa = name(model_->isa());
    snapshot.loss = loss_;
    snapshot.steps_per_epoch = static_cast<std::int64_t>(batches_.steps_per_epoch());
    snapshot.evaluated_step = evaluated_step_;
    snapshot.metrics = metrics_;
    snapshot.samples = samples(request.samples);
    if (request.weights) snapshot.weights = weights_of(*model_);
    snapshot.history = tail(history_, request.first_sample);
    snapshot.evaluations = tail(evaluations_, request.first_evaluation);
    if (request.interventions) add_interventions(snapshot);
    return snapshot;
}

void TrainingRunner::set(std::string_view name, std::string_view text) {
    Params changed = params_;
    changed.set(name, text);
    if (!params_.experiment().find(name)->live)
        throw Error(std::string(name) + ": cannot change while a run is under way; allowed: a new run");
    if (last_step_of(changed) < step_)
        throw Error(std::string(name) + ": " + changed.text(name) + " ends the run before the " +
                    std::to_string(step_) + " updates already made; allowed: more");
    params_ = std::move(changed);
    take_settings();
}

Arrays TrainingRunner::look(std::span<const std::int32_t> tokens) const { return look_at(*model_, tokens); }

std::vector<std::int32_t> TrainingRunner::predict(std::span<const std::int32_t> tokens) const {
    return predictions_of(*model_, tokens);
}

TrainingStateView TrainingRunner::state_view() const {
    if (diverged()) throw Error("state: the run diverged; allowed: a run with finite weights");
    const Transformer<float>& model = *model_;
    return {.step = step_,
            .evaluated_step = evaluated_step_,
            .weights = model.parameters(),
            .first_moment = model.first_moment(),
            .second_moment = model.second_moment(),
            .loss = loss_,
            .history = history_,
            .evaluations = evaluations_,
            .metrics = metrics_};
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

/// What a state must fit for this run to go on from it.
StateFrame TrainingRunner::state_frame() const {
    return {.parameters = std::as_const(*model_).parameters().size(),
            .last_step = last_step_,
            .losses = losses(),
            .metrics = evaluation_shapes(model_->config(), evaluation_examples_)};
}

void TrainingRunner::restore(TrainingState state) {
    check_state(state, state_frame());
    std::ranges::copy(state.weights, model_->parameters().begin());
    std::ranges::copy(state.first_moment, model_->first_moment().begin());
    std::ranges::copy(state.second_moment, model_->second_moment().begin());
    model_->set_steps(static_cast<std::uint64_t>(state.step));
    saved_weights_ = std::move(state.weights);
    step_ = saved_step_ = state.step;
    evaluated_step_ = state.evaluated_step;
    loss_ = state.loss;
    history_ = std::move(state.history);
    evaluations_ = std::move(state.evaluations);
    metrics_ = std::move(state.metrics);
    diverged_step_ = -1;
}

std::unique_ptr<TrainingRunner> make_training_runner(const Params& params, TrainingInputs inputs) {
    return std::make_unique<TrainingRunner>(params, std::move(inputs));
}

}  // namespace polarize
