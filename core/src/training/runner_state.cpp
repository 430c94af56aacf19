#include "training/runner_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "run/history.hpp"
#include "training/evaluation.hpp"
#include "training/inputs.hpp"

namespace polarize {

namespace {

/// The last two are recorded where positions other than the last have targets.
constexpr std::array<std::string_view, 3> kLosses{"loss", "last_loss", "others_loss"};

BatchSettings batch_settings_of(const TrainingConfig& config) {
    return {.seed = config.data.seed,
            .sequences = config.data.sequences,
            .batch = config.schedule.batch,
            .fresh = config.data.source == DataSource::fresh};
}

/// The task, after the inputs were checked against it.
std::unique_ptr<Task> checked_task(const TrainingConfig& config, const TrainingInputs& inputs) {
    std::unique_ptr<Task> task = make_task(config.task);
    check_inputs(config, inputs);
    return task;
}

Examples evaluation_examples_of(const DataConfig& data, Task& task, std::optional<Examples> given) {
    if (given) return std::move(*given);
    return task.draw_examples(data.seed, Purpose::evaluation_examples, 0, data.evaluation_sequences);
}

std::unique_ptr<Transformer<float>> model_of(const TrainingConfig& config, const TrainingInputs& inputs) {
    auto model = std::make_unique<Transformer<float>>(
        config.model, std::min(config.schedule.batch, config.data.sequences), inputs.threads);
    if (inputs.weights.empty()) model->initialise(config.data.seed);
    else load_weights(*model, inputs.weights);
    return model;
}

}  // namespace

bool all_finite(const Arrays& metrics) {
    return std::ranges::all_of(metrics, [](const auto& named) {
        return std::ranges::all_of(named.second.data, [](double x) { return std::isfinite(x); });
    });
}

LossSpec loss_spec_of(const TrainingConfig& config) {
    return {.position = config.model.length - 1, .auxiliary = config.schedule.auxiliary};
}

TrainingRunner::State::State(Params its_params, TrainingInputs inputs)
    : params(std::move(its_params)),
      config(training_config(params)),
      task(checked_task(config, inputs)),
      evaluation_examples(evaluation_examples_of(config.data, *task, std::move(inputs.evaluation))),
      batches(*task, batch_settings_of(config), std::move(inputs.data), std::move(inputs.orders)),
      model(model_of(config, inputs)) {}

void TrainingRunner::State::take(const Params& changed) {
    params = changed;
    config = training_config(params);
}

bool TrainingRunner::State::train_one() {
    const Examples& batch = batches.at(static_cast<std::uint64_t>(step));
    const LossValue value =
        model->train_step({.tokens = batch.tokens, .targets = batch.targets}, loss_spec_of(config), config.adamw);
    if (!std::isfinite(value.total)) {
        diverge();
        return false;
    }
    loss = value.total;
    if (step % config.schedule.record_every == 0) record(value);
    ++step;
    return true;
}

std::span<const std::string_view> TrainingRunner::State::losses() const {
    return std::span(kLosses).first(evaluation_examples.kind == Targets::every_position ? kLosses.size() : 1);
}

void TrainingRunner::State::record(const LossValue& value) {
    history.steps.push_back(step);
    const std::array<const double*, kLosses.size()> values{&value.total, &value.at_position, &value.others};
    for (std::size_t i = 0; i < losses().size(); ++i) append(history, losses()[i], values[i], 1);
}

void TrainingRunner::State::diverge() {
    diverged_step = step;
    if (saved_weights.empty()) return;
    std::ranges::copy(saved_weights, model->parameters().begin());
    step = saved_step;
    loss = saved_loss;
}

bool TrainingRunner::State::evaluation_is_due() const {
    if (diverged() || evaluated_step == step) return false;
    return step == 0 || step % config.evaluation_interval() == 0 || step >= config.last_step();
}

void TrainingRunner::State::evaluate_if_due() {
    if (!evaluation_is_due()) return;
    Arrays found;
    try {
        found = evaluate_training(*model, evaluation_examples, config.schedule.auxiliary);
    } catch (const Interrupted&) {
        return;
    }
    if (!all_finite(found)) {
        diverge();
        return;
    }
    metrics = std::move(found);
    evaluated_step = step;
    saved_weights.assign(model->parameters().begin(), model->parameters().end());
    saved_step = step;
    if (step == 0) loss = metrics.at("evaluation_loss").data[0];
    saved_loss = loss;
    evaluations.steps.push_back(step);
    for (const auto& [name, metric] : metrics) append(evaluations, name, metric.data.data(), metric.data.size());
}

}  // namespace polarize
