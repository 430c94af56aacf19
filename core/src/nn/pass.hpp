#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "nn/evaluation.hpp"
#include "nn/first_layer.hpp"
#include "nn/model_layers.hpp"

namespace polarize {

/// Which positions are computed in the last block and after it: all, or the one that the loss reads.
struct QueryRange {
    std::size_t first;
    std::size_t count;
};

/// Some consecutive samples of a batch.
struct Chunk {
    std::size_t first;
    std::size_t samples;
};

/// Numbers that a pass reads.
template <class T>
struct PassInput {
    const T* parameters;
    const T* packed;
    const FirstLayer<T>* first_layer;
    QueryRange queries;
};

/// What the loss compares with, of the whole batch.
struct LossTargets {
    std::span<const std::int32_t> labels;  ///< [sample][position] or [sample]
    std::size_t batch;
    std::size_t position;
    double auxiliary;
};

/// Sums over samples of cross-entropies.
struct LossSums {
    double at_position = 0;
    double others = 0;
};

/// The forward and backward pass of a chunk, from what FirstLayer computed to the loss and back. One for each thread.
template <class T>
class Pass {
  public:
    Pass(const ModelLayers<T>& model, std::size_t samples)
        : model_(&model),
          kept_(model.blocks.size()),
          memory_(make_block<T>(*model.interruption, [&](Arena<T>& arena) { plan(arena, samples); })) {}
    // What it points to in its own memory moves with it, but a copy would point into the original's.
    Pass(Pass&&) noexcept = default;
    Pass& operator=(Pass&&) noexcept = default;
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass() = default;

    static std::uint64_t memory_bytes(const ModelLayers<T>& model, std::size_t samples) {
        Pass counting(model);
        Arena<T> arena;
        counting.plan(arena, samples);
        return arena.used() * sizeof(T);
    }

    void forward(const PassInput<T>& input, const Chunk& chunk) {
        const ModelLayers<T>& model = *model_;
        const std::size_t length = model.config.length;
        for (std::size_t layer = 0; layer < model.blocks.size(); ++layer) {
            const Block<T>& block = model.blocks[layer];
            const QueryRange queries = queries_of(input, layer);
            Rows<const T> x{x_, model.row};
            if (layer == 0) {
                input.first_layer->gather(chunk.first * length, chunk.samples * length, chunk.first * queries.count,
                                          chunk.samples * queries.count, x_, kept_[0].projections);
            } else {
                const TokenRows rows = token_rows(queries, chunk.samples);
                x = {kept_[layer - 1].out, model.row};
                block.projections.forward(input.packed, rows, x, kept_[layer].projections);
                x = {x.at + rows.first_query * x.stride, rows.step * x.stride};
            }
            block.forward(input.parameters, input.packed, chunk.samples, queries.count, queries.first, x, kept_[layer],
                          scratch_);
        }
        const std::size_t rows = chunk.samples * input.queries.count;
        if (model.final_norm)
            model.final_norm->forward(input.packed, rows, {kept_.back().out, model.row}, statistics_,
                                      {final_y(), model.row});
        model.output->forward(input.packed, rows, {final_y(), model.row}, {logits_, model.logits_row});
    }

    /// The loss of the chunk; its gradient takes the place of the logits.
    LossSums loss(const PassInput<T>& input, const Chunk& chunk, const LossTargets& targets) {
        const std::size_t length = model_->config.length;
        const bool has_all = targets.labels.size() != targets.batch;
        const std::size_t target_step = has_all ? length : 1;
        const std::int32_t* labels = targets.labels.data() + chunk.first * target_step;
        const bool reads_all = input.queries.count > 1;
        const std::size_t row = model_->logits_row;
        const auto batch = static_cast<double>(targets.batch);
        LossSums sums;
        sums.at_position = model_->kernels.cross_entropy({.rows = chunk.samples,
                                                          .outputs = model_->config.outputs,
                                                          .logits = logits_ + (reads_all ? targets.position * row : 0),
                                                          .row = input.queries.count * row,
                                                          .targets = labels + (has_all ? targets.position : 0),
                                                          .target_step = target_step,
                                                          .weight = static_cast<T>(1 / batch)});
        if (!reads_all) return sums;
        const T weight = static_cast<T>(targets.auxiliary / (batch * static_cast<double>(length - 1)));
        const auto stretch = [&](std::size_t sample, std::size_t begin, std::size_t end) {
            return model_->kernels.cross_entropy({.rows = end - begin,
                                                  .outputs = model_->config.outputs,
                                                  .logits = logits_ + (sample * length + begin) * row,
                                                  .row = row,
                                                  .targets = labels + sample * length + begin,
                                                  .target_step = 1,
                                                  .weight = weight});
        };
        for (std::size_t sample = 0; sample < chunk.samples; ++sample)
            sums.others += stretch(sample, 0, targets.position) + stretch(sample, targets.position + 1, length);
        return sums;
    }

    /// From the gradient of the logits to what FirstLayer goes on with; adds to a part of the gradient.
    void backward(const PassInput<T>& input, const Chunk& chunk, T* part) {
        const ModelLayers<T>& model = *model_;
        const std::size_t length = model.config.length;
        T* d = d_;
        T* other = d_other_;
        output_backward(input, chunk, d, part);
        for (std::size_t layer = model.blocks.size(); layer-- > 0;) {
            const Block<T>& block = model.blocks[layer];
            const QueryRange queries = queries_of(input, layer);
            const std::size_t first_query = chunk.first * queries.count;
            const typename Projections<T>::Gradients gradients =
                layer == 0 ? input.first_layer->gradients_of(chunk.first * length, first_query) : gradients_;
            block.backward(input.parameters, input.packed, chunk.samples, queries.count, queries.first, kept_[layer],
                           scratch_, {d, model.row}, gradients, part);
            if (layer == 0) {
                std::copy_n(d, chunk.samples * queries.count * model.row,
                            input.first_layer->stream_gradient_of(first_query));
                return;
            }
            const TokenRows rows = token_rows(queries, chunk.samples);
            if (rows.queries != rows.all) {
                spread(rows, d, other);
                std::swap(d, other);
            }
            block.projections.backward(input.packed, rows, {kept_[layer - 1].out, model.row}, kept_[layer].projections,
                                       gradients, {d, model.row}, part);
        }
    }

    /// Copies what was asked for of a chunk's forward pass over all positions; `chunk.first` counts in `result`.
    void copy_results(const Chunk& chunk, const EvaluationRequest& request, Evaluation<T>& result) const {
        const ModelConfig& config = model_->config;
        const std::size_t layers = config.layers;
        for (std::size_t sample = 0; sample < chunk.samples; ++sample) {
            const std::size_t to = chunk.first + sample;
            copy_rows(logits_, model_->logits_row, config.outputs, sample, result.logits, to);
            for (std::size_t layer = 0; layer < layers; ++layer) {
                if (request.attention) copy_weights(layer, sample, result.attention, to * layers + layer);
                if (request.values)
                    copy_rows(kept_[layer].projections.v, model_->row, config.d, sample, result.values,
                              to * layers + layer);
            }
            if (!request.residual) continue;
            copy_rows(x_, model_->row, config.d, sample, result.residual, to * (layers + 1));
            for (std::size_t layer = 0; layer < layers; ++layer)
                copy_rows(kept_[layer].out, model_->row, config.d, sample, result.residual,
                          to * (layers + 1) + layer + 1);
        }
    }

  private:
    explicit Pass(const ModelLayers<T>& model) : model_(&model), kept_(model.blocks.size()) {}

    void plan(Arena<T>& arena, std::size_t samples) {
        const ModelLayers<T>& model = *model_;
        const std::size_t rows = samples * model.config.length;
        x_ = arena.take(rows, model.row);
        for (std::size_t layer = 0; layer < model.blocks.size(); ++layer) {
            const Block<T>& block = model.blocks[layer];
            if (layer == 0) block.projections.plan_outputs(arena, rows, kept_[layer].projections);
            else block.projections.plan(arena, rows, kept_[layer].projections);
            block.plan(arena, samples, kept_[layer]);
        }
        if (model.final_norm) {
            final_y_ = arena.take(rows, model.row);
            statistics_ = arena.take(rows, 2);
        }
        logits_ = arena.take(rows, model.logits_row);
        model.blocks.front().plan_scratch(arena, samples, scratch_);
        if (model.blocks.size() > 1) {
            model.blocks.front().projections.plan_outputs(arena, rows, gradients_);
            model.blocks.front().projections.plan_scratch(arena, rows, gradients_);
        }
        d_ = arena.take(rows, model.row);
        d_other_ = arena.take(rows, model.row);
    }

    T* final_y() const { return model_->final_norm ? final_y_ : kept_.back().out; }

    QueryRange queries_of(const PassInput<T>& input, std::size_t layer) const {
        return layer + 1 == model_->blocks.size() ? input.queries : QueryRange{0, model_->config.length};
    }
    TokenRows token_rows(const QueryRange& queries, std::size_t samples) const {
        const std::size_t length = model_->config.length;
        return {.all = samples * length,
                .queries = samples * queries.count,
                .first_query = queries.first,
                .step = length / queries.count};
    }

    void output_backward(const PassInput<T>& input, const Chunk& chunk, T* d, T* part) {
        const ModelLayers<T>& model = *model_;
        const std::size_t rows = chunk.samples * input.queries.count;
        const Rows<const T> d_logits{logits_, model.logits_row};
        model.output->backward_parameters(rows, d_logits, {final_y(), model.row}, part);
        if (!model.final_norm) {
            model.output->backward_input(input.packed, rows, d_logits, {d, model.row}, false);
            return;
        }
        model.output->backward_input(input.packed, rows, d_logits, {d_other_, model.row}, false);
        std::fill_n(d, rows * model.row, T(0));
        model.final_norm->backward(input.packed, rows, {kept_.back().out, model.row}, statistics_,
                                   {d_other_, model.row}, {d, model.row}, part);
    }

    /// Rows of queries to their places among all rows, 0 in the others.
    void spread(const TokenRows& rows, const T* from, T* to) const {
        const std::size_t row = model_->row;
        std::fill_n(to, rows.all * row, T(0));
        for (std::size_t i = 0; i < rows.queries; ++i)
            std::copy_n(from + i * row, model_->config.d, to + (rows.first_query + i * rows.step) * row);
    }

    /// The rows of one sample, to block number `block` of as many rows.
    void copy_rows(const T* from, std::size_t row, std::size_t columns, std::size_t sample, std::vector<T>& to,
                   std::size_t block) const {
        const std::size_t length = model_->config.length;
        for (std::size_t position = 0; position < length; ++position)
            std::copy_n(from + (sample * length + position) * row, columns,
                        to.data() + (block * length + position) * columns);
    }
    void copy_weights(std::size_t layer, std::size_t sample, std::vector<T>& to, std::size_t block) const {
        const std::size_t length = model_->config.length;
        const std::size_t rows = model_->config.heads * length;
        for (std::size_t i = 0; i < rows; ++i)
            std::copy_n(kept_[layer].weights + (sample * rows + i) * padded_row(length), length,
                        to.data() + (block * rows + i) * length);
    }

    const ModelLayers<T>* model_;
    T* x_ = nullptr;  ///< the queries' rows of the residual stream before the first block
    std::vector<typename Block<T>::Kept> kept_;
    T* final_y_ = nullptr;
    T* statistics_ = nullptr;
    T* logits_ = nullptr;
    typename Block<T>::Scratch scratch_;
    typename Projections<T>::Gradients gradients_;
    T* d_ = nullptr;  ///< gradient of the residual stream
    T* d_other_ = nullptr;
    Buffer<T> memory_;
};

}  // namespace polarize
