#include "nn/transformer.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include "nn/training_step.hpp"
#include "numeric/numpy_random.hpp"

namespace polarize {

namespace {

constexpr std::size_t kMaxThreads = 256;

void check_size(std::string_view field, std::size_t value, std::size_t maximum) {
    if (value == 0 || value > maximum) throw refused(field, value, "1 to " + std::to_string(maximum));
}

void check_all(const ModelConfig& config, std::size_t batch, std::size_t threads) {
    check(config);
    check_size("batch", batch, kMaxBatch);
    check_size("threads", threads, kMaxThreads);
}

/// The forward pass alone of some of the samples, to their places in `result`.
template <class T>
void evaluate_batch(TransformerState<T>& state, std::span<const std::int32_t> tokens, std::size_t begin,
                    std::size_t samples, const EvaluationRequest& request, Evaluation<T>& result) {
    const std::size_t length = state.model.config.length;
    const StepInput<T> input = input_of(state, {0, length});
    embed(state, tokens.subspan(begin * length, samples * length), input.queries);
    const std::size_t step = chunk_samples(state.model.config, state.batch);
    state.team.run((samples + step - 1) / step, [&](std::size_t number, std::size_t thread) {
        if (state.interruption.requested()) return;
        const Chunk chunk{number * step, std::min(step, samples - number * step)};
        forward(input, chunk, state.activations[thread]);
        state.activations[thread].copy_results({begin + chunk.first, chunk.samples}, request, result);
    });
}

}  // namespace

template <class Scalar>
Transformer<Scalar>::Transformer(const ModelConfig& config, std::size_t batch, std::size_t threads, Isa isa) {
    check_all(config, batch, threads);
    state_ = std::make_unique<TransformerState<Scalar>>(config, batch, threads, isa);
}
template <class Scalar>
Transformer<Scalar>::~Transformer() = default;
template <class Scalar>
Transformer<Scalar>::Transformer(Transformer&&) noexcept = default;
template <class Scalar>
Transformer<Scalar>& Transformer<Scalar>::operator=(Transformer&&) noexcept = default;

template <class Scalar>
std::uint64_t Transformer<Scalar>::memory_bytes(const ModelConfig& config, std::size_t batch, std::size_t threads) {
    check_all(config, batch, threads);
    const Interruption none;
    const ModelLayers<Scalar> model(nn_kernels<Scalar>(active_isa()), config, none);
    const std::uint64_t numbers = 4 * std::uint64_t{padded_row(model.parameter_count())} +
                                  padded_row(model.space.packed) +
                                  std::uint64_t{parts_of(batch)} * padded_row(model.space.gradient);
    return numbers * sizeof(Scalar) + FirstLayer<Scalar>::memory_bytes(model, batch) +
           max_at_work(threads) * Activations<Scalar>::memory_bytes(model, chunk_samples(config, batch));
}

template <class Scalar>
const ModelConfig& Transformer<Scalar>::config() const {
    return state_->model.config;
}
template <class Scalar>
Isa Transformer<Scalar>::isa() const {
    return state_->isa;
}
template <class Scalar>
const std::vector<TensorInfo>& Transformer<Scalar>::layout() const {
    return state_->model.layout;
}
template <class Scalar>
std::span<Scalar> Transformer<Scalar>::parameters() {
    return {state_->parameters.data(), state_->model.parameter_count()};
}
template <class Scalar>
std::span<const Scalar> Transformer<Scalar>::parameters() const {
    return {state_->parameters.data(), state_->model.parameter_count()};
}
template <class Scalar>
std::span<Scalar> Transformer<Scalar>::tensor(std::string_view name) {
    const TensorInfo& info = find_tensor(layout(), name);
    return parameters().subspan(info.offset, info.size);
}
template <class Scalar>
std::span<const Scalar> Transformer<Scalar>::tensor(std::string_view name) const {
    const TensorInfo& info = find_tensor(layout(), name);
    return parameters().subspan(info.offset, info.size);
}
template <class Scalar>
std::span<const Scalar> Transformer<Scalar>::gradient_buffer() const {
    return {state_->gradient.data(), state_->model.parameter_count()};
}
template <class Scalar>
std::span<Scalar> Transformer<Scalar>::first_moment() {
    return {state_->first.data(), state_->model.parameter_count()};
}
template <class Scalar>
std::span<Scalar> Transformer<Scalar>::second_moment() {
    return {state_->second.data(), state_->model.parameter_count()};
}
template <class Scalar>
std::span<const Scalar> Transformer<Scalar>::first_moment() const {
    return {state_->first.data(), state_->model.parameter_count()};
}
template <class Scalar>
std::span<const Scalar> Transformer<Scalar>::second_moment() const {
    return {state_->second.data(), state_->model.parameter_count()};
}
template <class Scalar>
std::uint64_t Transformer<Scalar>::steps() const {
    return state_->steps;
}
template <class Scalar>
void Transformer<Scalar>::set_steps(std::uint64_t steps) {
    state_->steps = steps;
}

template <class Scalar>
std::size_t Transformer<Scalar>::threads() const {
    return state_->team.threads();
}
template <class Scalar>
void Transformer<Scalar>::stop_when(StopRequest request) {
    state_->interruption.ask(std::move(request));
}
template <class Scalar>
void Transformer<Scalar>::end_if_stopped() const {
    state_->interruption.end_if_requested();
}

template <class Scalar>
void Transformer<Scalar>::initialise(std::uint32_t seed) {
    NumpyRandom random(seed);
    double bound = 0;  // of the weight before a bias
    for (const TensorInfo& info : layout()) {
        const std::span<Scalar> values = parameters().subspan(info.offset, info.size);
        if (info.name.ends_with("embedding.weight")) {
            for (Scalar& value : values) value = static_cast<Scalar>(random.normal());
        } else if (info.name.ends_with("sink_logit")) {
            std::ranges::fill(values, Scalar(0));
        } else if (info.name.find("norm") != std::string::npos) {
            std::ranges::fill(values, info.name.ends_with("weight") ? Scalar(1) : Scalar(0));
        } else {
            if (info.shape.size() == 2) bound = 1 / std::sqrt(static_cast<double>(info.shape[1]));
            for (Scalar& value : values) value = static_cast<Scalar>(bound * (2 * random.uniform() - 1));
        }
    }
    std::ranges::fill(state_->first, Scalar(0));
    std::ranges::fill(state_->second, Scalar(0));
    state_->steps = 0;
}

template <class Scalar>
LossValue Transformer<Scalar>::train_step(const TokenBatch& batch, const LossSpec& loss, const AdamW& settings) {
    return training_step(*state_, batch, loss, settings);
}

template <class Scalar>
LossValue Transformer<Scalar>::gradient(const TokenBatch& batch, const LossSpec& loss) {
    return loss_and_gradient(*state_, batch, loss);
}

template <class Scalar>
void Transformer<Scalar>::evaluate(std::span<const std::int32_t> tokens, const EvaluationRequest& request,
                                   Evaluation<Scalar>& result) {
    TransformerState<Scalar>& state = *state_;
    const ModelConfig& config = state.model.config;
    check_tokens(config, tokens);
    state.prepare();
    const std::size_t samples = tokens.size() / config.length;
    const std::size_t positions = samples * config.length;
    result.logits.resize(positions * config.outputs);
    result.attention.resize(request.attention ? positions * config.layers * config.heads * config.length : 0);
    result.residual.resize(request.residual ? positions * (config.layers + 1) * config.d : 0);
    result.values.resize(request.values ? positions * config.layers * config.d : 0);
    for (std::size_t begin = 0; begin < samples; begin += state.batch) {
        evaluate_batch(state, tokens, begin, std::min(state.batch, samples - begin), request, result);
        state.interruption.end_if_requested();
    }
}

template class Transformer<float>;
template class Transformer<double>;

}  // namespace polarize
