#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "nn/first_layer.hpp"
#include "nn/model_layers.hpp"
#include "nn/pass.hpp"
#include "nn/team.hpp"
#include "nn/transformer.hpp"

namespace polarize {

/// A batch is always split into this many parts (fewer where it has fewer samples), each with a gradient of its own
/// that is added up in one order: so sums do not depend on the number of threads.
inline constexpr std::size_t kParts = 8;

/// Tokens that a thread takes through the model at a time, so that their activations stay near in the caches.
inline constexpr std::size_t kChunkTokens = 384;

inline std::size_t parts_of(std::size_t samples) { return std::min(kParts, samples); }

/// More threads than there are parts of a batch would have nothing to do.
inline std::size_t most_at_work(std::size_t threads) { return std::min(threads, kParts); }

/// Samples of a chunk where at most `samples` are in a part.
inline std::size_t chunk_samples(const ModelConfig& config, std::size_t samples) {
    return std::clamp<std::size_t>(kChunkTokens / config.length, 1, (samples + kParts - 1) / kParts);
}

/// What a transformer holds, and how a batch goes through it: forward and backward in parts that threads share, then
/// AdamW.
template <class Scalar>
struct Transformer<Scalar>::State {
    using T = Scalar;

    State(const ModelConfig& config, std::size_t most_samples, std::size_t threads, Isa on)
        : isa(on),
          model(nn_kernels<T>(isa), config, interruption),
          batch(most_samples),
          team(most_at_work(threads)),
          parameters(padded_row(model.parameter_count())),
          gradient(parameters.size()),
          first(parameters.size()),
          second(parameters.size()),
          packed(padded_row(model.space.packed)),
          gradient_rows(model.gradient_rows()) {}

    /// Readies a call of training or evaluation: what it needs beyond the parameters, allocated once, and the packed
    /// parameters. Throws Interrupted.
    void prepare() {
        interruption.begin();
        allocate();
        pack();
        interruption.end_if_requested();
    }

    void allocate() {
        if (!passes.empty()) return;
        grow(part, parts_of(batch) * part_size(), interruption);
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

    LossValue compute_gradient(const TokenBatch& data, const LossSpec& spec) {
        check_batch(model.config, batch, data, spec);
        prepare();
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
            if (interruption.requested()) return;
            T* own = part.data() + number * part_size();
            std::fill_n(own, part_size(), T(0));
            const std::size_t last = (number + 1) * samples / parts;
            const std::size_t step = chunk_samples(model.config, batch);
            for (std::size_t begin = number * samples / parts; begin < last && !interruption.requested();
                 begin += step) {
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
        interruption.end_if_requested();
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
            if (interruption.requested()) return;
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
        const std::size_t samples = tokens.size() / config.length;
        const std::size_t positions = samples * config.length;
        result.logits.resize(positions * config.outputs);
        result.attention.resize(request.attention ? positions * config.layers * config.heads * config.length : 0);
        result.residual.resize(request.residual ? positions * (config.layers + 1) * config.d : 0);
        result.values.resize(request.values ? positions * config.layers * config.d : 0);
        for (std::size_t begin = 0; begin < samples; begin += batch) {
            evaluate_batch(tokens, begin, std::min(batch, samples - begin), request, result);
            interruption.end_if_requested();
        }
    }

    void evaluate_batch(std::span<const std::int32_t> tokens, std::size_t begin, std::size_t samples,
                        const EvaluationRequest& request, Evaluation<T>& result) {
        const std::size_t length = model.config.length;
        const PassInput<T> input{parameters.data(), packed.data(), first_layer.data(), {0, length}};
        first_layer[0].forward(team, input.parameters, input.packed, tokens.subspan(begin * length, samples * length),
                               0, length);
        const std::size_t step = chunk_samples(model.config, batch);
        team.run((samples + step - 1) / step, [&](std::size_t number, std::size_t thread) {
            if (interruption.requested()) return;
            const Chunk chunk{number * step, std::min(step, samples - number * step)};
            passes[thread].forward(input, chunk);
            passes[thread].copy_results({begin + chunk.first, chunk.samples}, request, result);
        });
    }

    Isa isa;
    Interruption interruption;
    ModelLayers<T> model;
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

}  // namespace polarize
