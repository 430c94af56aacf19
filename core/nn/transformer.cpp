#include "nn/transformer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "nn/first_layer.hpp"
#include "nn/model.hpp"
#include "nn/pass.hpp"
#include "nn/team.hpp"
#include "numeric/error.hpp"
#include "numeric/numpy_random.hpp"

namespace polarize {

namespace {

/// A batch is always split into this many parts (fewer where it has fewer samples), each with a gradient of its own
/// that is added up in one order: so sums do not depend on the number of threads.
constexpr std::size_t kParts = 8;

/// Tokens that a thread takes through the model at a time, so that their activations stay near in the caches.
constexpr std::size_t kChunkTokens = 384;

std::size_t parts_of(std::size_t samples) { return std::min(kParts, samples); }

/// Samples of a chunk where at most `samples` are in a part.
std::size_t chunk_samples(const ModelConfig& config, std::size_t samples) {
    return std::clamp<std::size_t>(kChunkTokens / config.length, 1, (samples + kParts - 1) / kParts);
}

/// What check_labels says of one that is out of range.
[[noreturn]] void refuse(std::string_view field, std::size_t place, std::int32_t value, std::size_t limit) {
    throw Error(std::string(field) + ": number " + std::to_string(place) + " is " + std::to_string(value) +
                "; allowed: 0 to " + std::to_string(limit - 1));
}

void check_labels(std::string_view field, std::span<const std::int32_t> labels, std::size_t limit) {
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels[i] < 0 || static_cast<std::size_t>(labels[i]) >= limit) refuse(field, i, labels[i], limit);
}

void check_tokens(const ModelConfig& config, std::span<const std::int32_t> tokens) {
    if (tokens.empty() || tokens.size() % config.length != 0)
        throw Error("tokens: " + std::to_string(tokens.size()) + " are no whole sequences of length " +
                    std::to_string(config.length));
    check_labels("tokens", tokens, config.vocabulary);
}

constexpr std::size_t kMostSamples = 65536;
constexpr std::size_t kMostThreads = 256;

void check_size(std::string_view field, std::size_t value, std::size_t most) {
    if (value == 0 || value > most)
        throw Error(std::string(field) + ": " + std::to_string(value) + " is not within 1 to " + std::to_string(most));
}

void check_all(const ModelConfig& config, std::size_t batch, std::size_t threads) {
    check(config);
    check_size("batch", batch, kMostSamples);
    check_size("threads", threads, kMostThreads);
}

}  // namespace

template <class Scalar>
struct Transformer<Scalar>::State {
    using T = Scalar;

    State(const ModelConfig& config, std::size_t most_samples, std::size_t threads)
        : model(nn_kernels<T>(active_isa()), config),
          batch(most_samples),
          team(threads),
          parameters(padded_row(model.parameter_count())),
          gradient(parameters.size()),
          first(parameters.size()),
          second(parameters.size()),
          packed(padded_row(model.space.packed)),
          gradient_rows(model.gradient_rows()) {}

    /// Allocates what training and evaluation need beyond the parameters, once.
    void prepare() {
        if (!passes.empty()) return;
        part.resize(parts_of(batch) * part_size());
        first_layer.clear();
        first_layer.emplace_back(model, batch);
        std::vector<Pass<T>> made;
        made.reserve(team.threads());
        for (std::size_t thread = 0; thread < team.threads(); ++thread)
            made.emplace_back(model, chunk_samples(model.config, batch));
        passes = std::move(made);  // last: where memory runs out before, the next call begins anew
    }

    std::size_t part_size() const { return padded_row(model.space.gradient); }

    void pack() {
        model.for_each_layer([&](const auto& layer) { layer.pack(parameters.data(), packed.data()); });
    }

    void check_batch(const TokenBatch& data, const LossSpec& loss) const {
        const ModelConfig& config = model.config;
        check_tokens(config, data.tokens);
        const std::size_t samples = data.tokens.size() / config.length;
        if (samples > batch)
            throw Error("batch: " + std::to_string(samples) + " samples are more than the " + std::to_string(batch) +
                        " told at construction");
        const bool has_all = data.targets.size() == data.tokens.size();
        if (!has_all && (loss.auxiliary != 0 || data.targets.size() != samples))
            throw Error("targets: " + std::to_string(data.targets.size()) + " do not fit " + std::to_string(samples) +
                        " samples of length " + std::to_string(config.length));
        check_labels("targets", data.targets, config.outputs);
        if (loss.position >= config.length)
            throw Error("loss position: " + std::to_string(loss.position) + " is not below the length " +
                        std::to_string(config.length));
        if (!std::isfinite(loss.auxiliary) || loss.auxiliary < 0)
            throw Error("auxiliary weight: " + std::to_string(loss.auxiliary) + " is not a finite number from 0 on");
    }

    LossValue compute_gradient(const TokenBatch& data, const LossSpec& spec) {
        check_batch(data, spec);
        prepare();
        pack();
        const std::size_t length = model.config.length;
        const std::size_t samples = data.tokens.size() / length;
        const bool reads_all = spec.auxiliary != 0 && length > 1;
        const QueryRange queries = reads_all ? QueryRange{0, length} : QueryRange{spec.position, 1};
        const PassInput<T> input{parameters.data(), packed.data(), first_layer.data(), queries};
        const LossTargets targets{data.targets, samples, spec.position, spec.auxiliary};
        const bool first_is_last = model.blocks.size() == 1;
        first_layer[0].forward(team, input.parameters, input.packed, data.tokens, first_is_last ? queries.first : 0,
                               first_is_last ? queries.count : length);

        const std::size_t parts = parts_of(samples);
        std::array<LossSums, kParts> sums{};
        team.run(parts, [&](std::size_t number, std::size_t thread) {
            T* own = part.data() + number * part_size();
            std::fill_n(own, part_size(), T(0));
            const std::size_t last = (number + 1) * samples / parts;
            const std::size_t step = chunk_samples(model.config, batch);
            for (std::size_t begin = number * samples / parts; begin < last; begin += step) {
                const Chunk chunk{begin, std::min(step, last - begin)};
                passes[thread].forward(input, chunk);
                const LossSums found = passes[thread].loss(input, chunk, targets);
                sums[number].at_position += found.at_position;
                sums[number].others += found.others;
                passes[thread].backward(input, chunk, own);
            }
        });
        first_layer[0].backward(team, packed.data(), parts, part.data(), part_size());
        add_parts(parts);
        return total(sums, samples, spec, reads_all);
    }

    LossValue total(const std::array<LossSums, kParts>& sums, std::size_t samples, const LossSpec& spec,
                    bool reads_all) const {
        LossValue loss;
        for (const LossSums& part_sums : sums) {
            loss.at_position += part_sums.at_position;
            loss.others += part_sums.others;
        }
        loss.at_position /= static_cast<double>(samples);
        if (reads_all) loss.others /= static_cast<double>(samples * (model.config.length - 1));
        loss.total = loss.at_position + spec.auxiliary * loss.others;
        return loss;
    }

    /// The flat gradient from its parts.
    void add_parts(std::size_t parts) {
        std::fill(gradient.begin(), gradient.end(), T(0));
        team.run(gradient_rows.size(), [&](std::size_t number, std::size_t /*thread*/) {
            const GradientRows& tensor = gradient_rows[number];
            const std::size_t row = padded_row(tensor.columns);
            if (row == tensor.columns) {
                model.kernels.add_parts(tensor.rows * row, parts, part.data() + tensor.part, part_size(),
                                        gradient.data() + tensor.flat);
                return;
            }
            for (std::size_t m = 0; m < tensor.rows; ++m) {
                T* sums = part.data() + tensor.part + m * row;
                model.kernels.add_parts(tensor.columns, parts, sums, part_size(), sums);
                std::copy_n(sums, tensor.columns, gradient.data() + tensor.flat + m * tensor.columns);
            }
        });
        first_layer[0].add_embedding_gradients(gradient.data());
    }

    void update(const AdamW& settings) {
        ++steps;
        const auto t = static_cast<double>(steps);
        AdamWView<T> view{.count = parameters.size(),
                          .parameters = parameters.data(),
                          .gradient = gradient.data(),
                          .first = first.data(),
                          .second = second.data(),
                          .decay = static_cast<T>(1 - settings.lr * settings.weight_decay),
                          .beta1 = static_cast<T>(settings.beta1),
                          .beta2 = static_cast<T>(settings.beta2),
                          .step = static_cast<T>(settings.lr / (1 - std::pow(settings.beta1, t))),
                          .second_root = static_cast<T>(1 / std::sqrt(1 - std::pow(settings.beta2, t))),
                          .epsilon = static_cast<T>(settings.epsilon)};
        constexpr std::size_t kRange = 16384;
        team.run((parameters.size() + kRange - 1) / kRange, [&](std::size_t number, std::size_t /*thread*/) {
            AdamWView<T> range = view;
            const std::size_t begin = number * kRange;
            range.count = std::min(kRange, parameters.size() - begin);
            for (T** at : {&range.parameters, &range.first, &range.second}) *at += begin;
            range.gradient += begin;
            model.kernels.adamw(range);
        });
    }

    void evaluate(std::span<const std::int32_t> tokens, const EvaluationRequest& request, Evaluation<T>& result) {
        const ModelConfig& config = model.config;
        check_tokens(config, tokens);
        prepare();
        pack();
        const std::size_t samples = tokens.size() / config.length;
        const std::size_t positions = samples * config.length;
        result.logits.resize(positions * config.outputs);
        result.attention.resize(request.attention ? positions * config.layers * config.heads * config.length : 0);
        result.residual.resize(request.residual ? positions * (config.layers + 1) * config.d : 0);
        result.values.resize(request.values ? positions * config.layers * config.d : 0);
        for (std::size_t begin = 0; begin < samples; begin += batch)
            evaluate_batch(tokens, begin, std::min(batch, samples - begin), request, result);
    }

    void evaluate_batch(std::span<const std::int32_t> tokens, std::size_t begin, std::size_t samples,
                        const EvaluationRequest& request, Evaluation<T>& result) {
        const std::size_t length = model.config.length;
        const PassInput<T> input{parameters.data(), packed.data(), first_layer.data(), {0, length}};
        first_layer[0].forward(team, input.parameters, input.packed, tokens.subspan(begin * length, samples * length),
                               0, length);
        const std::size_t step = chunk_samples(model.config, batch);
        team.run((samples + step - 1) / step, [&](std::size_t number, std::size_t thread) {
            const Chunk chunk{number * step, std::min(step, samples - number * step)};
            passes[thread].forward(input, chunk);
            passes[thread].copy_results({begin + chunk.first, chunk.samples}, request, result);
        });
    }

    Model<T> model;
    std::size_t batch;
    Team team;
    Buffer<T> parameters;
    Buffer<T> gradient;
    Buffer<T> first;
    Buffer<T> second;
    Buffer<T> packed;
    std::vector<GradientRows> gradient_rows;
    std::uint64_t steps = 0;
    Buffer<T> part;
    std::vector<FirstLayer<T>> first_layer;
    std::vector<Pass<T>> passes;
};

template <class Scalar>
Transformer<Scalar>::Transformer(const ModelConfig& config, std::size_t batch, std::size_t threads) {
    check_all(config, batch, threads);
    state_ = std::make_unique<State>(config, batch, threads);
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
    const Model<Scalar> model(nn_kernels<Scalar>(active_isa()), config);
    const std::uint64_t numbers = 4 * std::uint64_t{padded_row(model.parameter_count())} +
                                  padded_row(model.space.packed) +
                                  std::uint64_t{parts_of(batch)} * padded_row(model.space.gradient);
    return numbers * sizeof(Scalar) + FirstLayer<Scalar>::memory_bytes(model, batch) +
           threads * Pass<Scalar>::memory_bytes(model, chunk_samples(config, batch));
}

template <class Scalar>
const ModelConfig& Transformer<Scalar>::config() const {
    return state_->model.config;
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
    const LossValue value = state_->compute_gradient(batch, loss);
    state_->update(settings);
    return value;
}

template <class Scalar>
LossValue Transformer<Scalar>::gradient(const TokenBatch& batch, const LossSpec& loss) {
    return state_->compute_gradient(batch, loss);
}

template <class Scalar>
void Transformer<Scalar>::evaluate(std::span<const std::int32_t> tokens, const EvaluationRequest& request,
                                   Evaluation<Scalar>& result) {
    state_->evaluate(tokens, request, result);
}

template class Transformer<float>;
template class Transformer<double>;

}  // namespace polarize
