#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <polarize/adamw.hpp>
#include "nn/step_input.hpp"

// A whole training step, in the order in which it happens:
//
//     1. embed                tokens → x, and what the first block reads of it
//     2. forward              x → blocks → logits                              chunk by chunk,
//     3. loss_of              logits → loss and its gradient                   in up to eight parts of the batch,
//     4. backward             gradient of the logits → those of all tensors    which threads share
//     5. sum_parts            the parts' gradients → one gradient
//     6. adamw_update         gradient → parameters
//
// training_step, at the end, calls them. In the comments a chunk has B samples of T tokens; d is the width of the
// model, H its heads, d_h = d/H, C its outputs. Q of the T positions are queries: all of them, but for the last block
// where the loss reads a single position. A linear map's weight W is (out, in). A gradient of the loss with respect to
// z is dz.
namespace polarize {

// 1. The embedding.

/// x = [E_token, E_position] or E_token + E_position, and the first block's LayerNorm, q, k and v of it: once for each
/// distinct (token, position) pair of the batch, since nothing else decides them.
template <class T>
void embed(TransformerState<T>& state, std::span<const std::int32_t> tokens, const QueryRange& last_queries) {
    const bool first_is_last = state.model.blocks.size() == 1;
    const QueryRange queries = first_is_last ? last_queries : QueryRange{0, state.model.config.length};
    state.first_layer[0].forward(state.team, state.parameters.data(), state.packed.data(), tokens, queries.first,
                                 queries.count);
}

// 2. Forward.

/// From the embeddings through the blocks to the logits (B·Q, C).
template <class T>
void forward(const StepInput<T>& input, const Chunk& chunk, Activations<T>& acts) {
    const ModelLayers<T>& model = *acts.model;
    const std::size_t length = model.config.length;
    for (std::size_t layer = 0; layer < model.blocks.size(); ++layer) {
        const Block<T>& block = model.blocks[layer];
        const QueryRange queries = queries_of(input, model, layer);
        Rows<const T> x{acts.x, model.row};  // the residual stream of the queries: (B·Q, d)
        if (layer == 0) {
            input.first_layer->gather(chunk.first * length, chunk.samples * length, chunk.first * queries.count,
                                      chunk.samples * queries.count, acts.x, acts.kept[0].projections);
        } else {
            // y = LayerNorm(x): (B·T, d)
            // k = y W_kᵀ + b_k,  v = y W_vᵀ + b_v: (B·T, d);  q = y W_qᵀ + b_q of the queries: (B·Q, d)
            const TokenRows rows = token_rows(model, queries, chunk.samples);
            x = {acts.kept[layer - 1].out, model.row};
            block.projections.forward(input.packed, rows, x, acts.kept[layer].projections);
            x = {x.at + rows.first_query * x.stride, rows.step * x.stride};
        }
        // w = the weights that the kind of attention makes of q kᵀ/√d_h: (B, H, Q, T), masked weights 0
        // o = w v: (B·Q, d), each head its d_h columns
        // m = x + o W_oᵀ + b_o: (B·Q, d)
        // out = m + GELU(LayerNorm(m) W_1ᵀ + b_1) W_2ᵀ + b_2: (B·Q, d) by way of (B·Q, 4 d)
        block.forward(input.parameters, input.packed, chunk.samples, queries.count, queries.first, x, acts.kept[layer],
                      acts.scratch);
    }
    const std::size_t rows = chunk.samples * input.queries.count;
    // z = LayerNorm(out): (B·Q, d)
    if (model.final_norm)
        model.final_norm->forward(input.packed, rows, {acts.kept.back().out, model.row}, acts.statistics,
                                  {acts.final_rows(), model.row});
    // logits = z W_outᵀ + b_out: (B·Q, C)
    model.output->forward(input.packed, rows, {acts.final_rows(), model.row}, {acts.logits, model.logits_row});
}

// 3. The loss.

/// The cross-entropies −log softmax(logits)[target] of a chunk. dlogits = weight · (softmax(logits) − one-hot(target)),
/// (B·Q, C), takes the place of the logits; weight is 1/batch at the position of the loss, auxiliary/(batch (T − 1))
/// elsewhere.
template <class T>
LossSums loss_of(const StepInput<T>& input, const Chunk& chunk, const LossTargets& targets, Activations<T>& acts) {
    const ModelLayers<T>& model = *acts.model;
    const std::size_t length = model.config.length;
    const bool has_all = targets.labels.size() != targets.batch;
    const std::size_t target_step = has_all ? length : 1;
    const std::int32_t* labels = targets.labels.data() + chunk.first * target_step;
    const bool reads_all = input.queries.count > 1;
    const std::size_t row = model.logits_row;
    const auto batch = static_cast<double>(targets.batch);
    LossSums sums;
    sums.at_position = model.kernels.cross_entropy({.rows = chunk.samples,
                                                    .outputs = model.config.outputs,
                                                    .logits = acts.logits + (reads_all ? targets.position * row : 0),
                                                    .row = input.queries.count * row,
                                                    .targets = labels + (has_all ? targets.position : 0),
                                                    .target_step = target_step,
                                                    .weight = static_cast<T>(1 / batch)});
    if (!reads_all) return sums;
    const T weight = static_cast<T>(targets.auxiliary / (batch * static_cast<double>(length - 1)));
    const auto stretch = [&](std::size_t sample, std::size_t begin, std::size_t end) {
        return model.kernels.cross_entropy({.rows = end - begin,
                                            .outputs = model.config.outputs,
                                            .logits = acts.logits + (sample * length + begin) * row,
                                            .row = row,
                                            .targets = labels + sample * length + begin,
                                            .target_step = 1,
                                            .weight = weight});
    };
    for (std::size_t sample = 0; sample < chunk.samples; ++sample)
        sums.others += stretch(sample, 0, targets.position) + stretch(sample, targets.position + 1, length);
    return sums;
}

// 4. Backward: the same way back. Each call adds its tensors' gradients to a part of the gradient.

/// dW_out += dlogitsᵀ z,  db_out += Σ dlogits,  dz = dlogits W_out, and through the final LayerNorm to dout in acts.d.
template <class T>
void output_backward(const StepInput<T>& input, std::size_t rows, Activations<T>& acts, T* part) {
    const ModelLayers<T>& model = *acts.model;
    const Rows<const T> d_logits{acts.logits, model.logits_row};
    model.output->backward_parameters(rows, d_logits, {acts.final_rows(), model.row}, part);
    if (!model.final_norm) {
        model.output->backward_input(input.packed, rows, d_logits, {acts.d, model.row}, false);
        return;
    }
    model.output->backward_input(input.packed, rows, d_logits, {acts.d_other, model.row}, false);
    std::fill_n(acts.d, rows * model.row, T(0));
    model.final_norm->backward(input.packed, rows, {acts.kept.back().out, model.row}, acts.statistics,
                               {acts.d_other, model.row}, {acts.d, model.row}, part);
}

/// From dlogits through the blocks to what the first layer goes on with.
template <class T>
void backward(const StepInput<T>& input, const Chunk& chunk, Activations<T>& acts, T* part) {
    const ModelLayers<T>& model = *acts.model;
    const std::size_t length = model.config.length;
    output_backward(input, chunk.samples * input.queries.count, acts, part);
    T* d = acts.d;  // dout: (B·Q, d)
    T* other = acts.d_other;
    for (std::size_t layer = model.blocks.size(); layer-- > 0;) {
        const Block<T>& block = model.blocks[layer];
        const QueryRange queries = queries_of(input, model, layer);
        const std::size_t first_query = chunk.first * queries.count;
        const typename Projections<T>::Gradients gradients =
            layer == 0 ? input.first_layer->gradients_of(chunk.first * length, first_query) : acts.gradients;
        // dm = dout + what comes back through the MLP;  do = dm W_o;  dw = do vᵀ;  dv = wᵀ do
        // ds from dw by the kind of attention;  dq = ds k/√d_h;  dk = dsᵀ q/√d_h;  dx = dm, in the place of dout
        block.backward(input.parameters, input.packed, chunk.samples, queries.count, queries.first, acts.kept[layer],
                       acts.scratch, {d, model.row}, gradients, part);
        if (layer == 0) {
            std::copy_n(d, chunk.samples * queries.count * model.row,
                        input.first_layer->stream_gradient_of(first_query));
            return;
        }
        const TokenRows rows = token_rows(model, queries, chunk.samples);
        if (rows.queries != rows.all) {
            spread(model, rows, d, other);
            std::swap(d, other);
        }
        // dW_q += dqᵀ y, and so W_k and W_v;  dy = dq W_q + dk W_k + dv W_v;  dx += dy through LayerNorm: (B·T, d)
        block.projections.backward(input.packed, rows, {acts.kept[layer - 1].out, model.row},
                                   acts.kept[layer].projections, gradients, {d, model.row}, part);
    }
}

// 5. The sum of the parts.

/// The flat gradient from its parts, added up in one order whatever the number of threads; the gradients of the
/// embeddings join it from the distinct pairs.
template <class T>
void sum_parts(TransformerState<T>& state, std::size_t parts) {
    std::fill(state.gradient.begin(), state.gradient.end(), T(0));
    state.team.run(state.gradient_rows.size(), [&](std::size_t number, std::size_t /*thread*/) {
        if (state.interruption.requested()) return;
        const GradientRows& tensor = state.gradient_rows[number];
        const std::size_t row = padded_row(tensor.columns);
        if (row == tensor.columns) {
            state.model.kernels.add_parts(tensor.rows * row, parts, state.part.data() + tensor.part, state.part_size(),
                                          state.gradient.data() + tensor.flat);
            return;
        }
        for (std::size_t m = 0; m < tensor.rows; ++m) {
            T* sums = state.part.data() + tensor.part + m * row;
            state.model.kernels.add_parts(tensor.columns, parts, sums, state.part_size(), sums);
            std::copy_n(sums, tensor.columns, state.gradient.data() + tensor.flat + m * tensor.columns);
        }
    });
    state.first_layer[0].add_embedding_gradients(state.gradient.data());
}

/// Steps 2 to 4 of one part of the batch: chunks of its samples, forward to the loss and back.
template <class T>
LossSums take_part(TransformerState<T>& state, const StepInput<T>& input, const LossTargets& targets,
                   std::size_t number, std::size_t parts, Activations<T>& acts) {
    T* part = state.part.data() + number * state.part_size();
    std::fill_n(part, state.part_size(), T(0));
    const std::size_t last = (number + 1) * targets.batch / parts;
    const std::size_t step = chunk_samples(state.model.config, state.batch);
    LossSums sums;
    for (std::size_t begin = number * targets.batch / parts; begin < last && !state.interruption.requested();
         begin += step) {
        const Chunk chunk{begin, std::min(step, last - begin)};
        forward(input, chunk, acts);
        const LossSums found = loss_of(input, chunk, targets, acts);
        sums.at_position += found.at_position;
        sums.others += found.others;
        backward(input, chunk, acts, part);
    }
    return sums;
}

/// Steps 1 to 5: the loss of a batch, and its gradient into state.gradient. Throws Error where the batch does not fit,
/// and Interrupted.
template <class T>
LossValue loss_and_gradient(TransformerState<T>& state, const TokenBatch& data, const LossSpec& spec) {
    check_batch(state.model.config, state.batch, data, spec);
    state.prepare();
    const std::size_t length = state.model.config.length;
    const std::size_t samples = data.tokens.size() / length;
    const bool reads_all = spec.auxiliary != 0 && length > 1;
    const StepInput<T> input = input_of(state, reads_all ? QueryRange{0, length} : QueryRange{spec.position, 1});
    const LossTargets targets{data.targets, samples, spec.position, spec.auxiliary};

    embed(state, data.tokens, input.queries);
    const std::size_t parts = parts_of(samples);
    std::array<LossSums, kParts> sums{};
    state.team.run(parts, [&](std::size_t number, std::size_t thread) {
        if (!state.interruption.requested())
            sums[number] = take_part(state, input, targets, number, parts, state.activations[thread]);
    });
    // Of the pairs: Σ over the places where one occurs, and back through the first block's projections to dx.
    state.first_layer[0].backward(state.team, state.packed.data(), parts, state.part.data(), state.part_size());
    sum_parts(state, parts);
    state.interruption.end_if_requested();
    return mean_loss(sums, targets, reads_all ? length - 1 : 0);
}

// 6. The update.

/// m ← beta1 m + (1 − beta1) g,  v ← beta2 v + (1 − beta2) g²,
/// θ ← (1 − lr·weight_decay) θ − lr m̂/(√v̂ + epsilon)  with m̂ = m/(1 − beta1ᵗ), v̂ = v/(1 − beta2ᵗ), of every number.
template <class T>
void adamw_update(TransformerState<T>& state, const AdamW& settings) {
    ++state.steps;
    const auto t = static_cast<double>(state.steps);
    const AdamWView<T> whole{.count = state.parameters.size(),
                             .parameters = state.parameters.data(),
                             .gradient = state.gradient.data(),
                             .first = state.first.data(),
                             .second = state.second.data(),
                             .decay = static_cast<T>(1 - settings.lr * settings.weight_decay),
                             .beta1 = static_cast<T>(settings.beta1),
                             .beta2 = static_cast<T>(settings.beta2),
                             .step = static_cast<T>(settings.lr / (1 - std::pow(settings.beta1, t))),
                             .second_root = static_cast<T>(1 / std::sqrt(1 - std::pow(settings.beta2, t))),
                             .epsilon = static_cast<T>(settings.epsilon)};
    constexpr std::size_t kRange = 16384;
    state.team.run((whole.count + kRange - 1) / kRange, [&](std::size_t number, std::size_t /*thread*/) {
        AdamWView<T> range = whole;
        const std::size_t begin = number * kRange;
        range.count = std::min(kRange, whole.count - begin);
        for (T** at : {&range.parameters, &range.first, &range.second}) *at += begin;
        range.gradient += begin;
        state.model.kernels.adamw(range);
    });
}

/// The step: the loss before it, and parameters and moments after it. Throws Error where the batch does not fit, and
/// Interrupted; nothing is changed then but the gradient.
template <class T>
LossValue training_step(TransformerState<T>& state, const TokenBatch& data, const LossSpec& spec,
                        const AdamW& settings) {
    const LossValue loss = loss_and_gradient(state, data, spec);
    adamw_update(state, settings);
    return loss;
}

}  // namespace polarize
