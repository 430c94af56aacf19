#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "nn/evaluation.hpp"
#include "nn/model_layers.hpp"

namespace polarize {

/// Some consecutive samples of a batch.
struct Chunk {
    std::size_t first;
    std::size_t samples;
};

/// What a thread keeps of a chunk on its way through the model, for the way back, and the gradients on that way.
template <class T>
class Activations {
  public:
    Activations(const ModelLayers<T>& its_model, std::size_t samples)
        : model(&its_model),
          kept(its_model.blocks.size()),
          memory_(make_block<T>(*its_model.interruption, [&](Arena<T>& arena) { plan(arena, samples); })) {}
    // What it points to in its own memory moves with it, but a copy would point into the original's.
    Activations(Activations&&) noexcept = default;
    Activations& operator=(Activations&&) noexcept = default;
    Activations(const Activations&) = delete;
    Activations& operator=(const Activations&) = delete;
    ~Activations() = default;

    static std::uint64_t memory_bytes(const ModelLayers<T>& model, std::size_t samples) {
        Activations counting(model);
        Arena<T> arena;
        counting.plan(arena, samples);
        return arena.used() * sizeof(T);
    }

    /// What the output's linear map reads: the residual stream after the last block, normalised where the model has
    /// LayerNorms.
    T* final_rows() const { return model->final_norm ? final_y : kept.back().out; }

    /// Copies what was asked for of a chunk's forward pass over all positions; `chunk.first` is a sample in `result`.
    void copy_results(const Chunk& chunk, const EvaluationRequest& request, Evaluation<T>& result) const {
        const ModelConfig& config = model->config;
        const std::size_t layers = config.layers;
        for (std::size_t sample = 0; sample < chunk.samples; ++sample) {
            const std::size_t to = chunk.first + sample;
            copy_rows(logits, model->logits_row, config.outputs, sample, result.logits, to);
            for (std::size_t layer = 0; layer < layers; ++layer) {
                if (request.attention) copy_weights(layer, sample, result.attention, to * layers + layer);
                if (request.values)
                    copy_rows(kept[layer].projections.v, model->row, config.d, sample, result.values,
                              to * layers + layer);
            }
            if (!request.residual) continue;
            copy_rows(x, model->row, config.d, sample, result.residual, to * (layers + 1));
            for (std::size_t layer = 0; layer < layers; ++layer)
                copy_rows(kept[layer].out, model->row, config.d, sample, result.residual,
                          to * (layers + 1) + layer + 1);
        }
    }

    const ModelLayers<T>* model;
    T* x = nullptr;  ///< the queries' rows of the residual stream before the first block
    std::vector<typename Block<T>::Kept> kept;
    T* final_y = nullptr;
    T* statistics = nullptr;  ///< of the final LayerNorm
    T* logits = nullptr;      ///< and then their gradient
    typename Block<T>::Scratch scratch;
    typename Projections<T>::Gradients gradients;
    T* d = nullptr;  ///< gradient of the residual stream
    T* d_other = nullptr;

  private:
    explicit Activations(const ModelLayers<T>& its_model) : model(&its_model), kept(its_model.blocks.size()) {}

    void plan(Arena<T>& arena, std::size_t samples) {
        const ModelLayers<T>& layers = *model;
        const std::size_t rows = samples * layers.config.length;
        x = arena.take(rows, layers.row);
        for (std::size_t layer = 0; layer < layers.blocks.size(); ++layer) {
            const Block<T>& block = layers.blocks[layer];
            if (layer == 0) block.projections.plan_outputs(arena, rows, kept[layer].projections);
            else block.projections.plan(arena, rows, kept[layer].projections);
            block.plan(arena, samples, kept[layer]);
        }
        if (layers.final_norm) {
            final_y = arena.take(rows, layers.row);
            statistics = arena.take(rows, 2);
        }
        logits = arena.take(rows, layers.logits_row);
        layers.blocks.front().plan_scratch(arena, samples, scratch);
        if (layers.blocks.size() > 1) {
            layers.blocks.front().projections.plan_outputs(arena, rows, gradients);
            layers.blocks.front().projections.plan_scratch(arena, rows, gradients);
        }
        d = arena.take(rows, layers.row);
        d_other = arena.take(rows, layers.row);
    }

    /// The rows of one sample, to block number `block` of as many rows.
    void copy_rows(const T* from, std::size_t row, std::size_t columns, std::size_t sample, std::vector<T>& to,
                   std::size_t block) const {
        const std::size_t length = model->config.length;
        for (std::size_t position = 0; position < length; ++position)
            std::copy_n(from + (sample * length + position) * row, columns,
                        to.data() + (block * length + position) * columns);
    }
    void copy_weights(std::size_t layer, std::size_t sample, std::vector<T>& to, std::size_t block) const {
        const std::size_t length = model->config.length;
        const std::size_t rows = model->config.heads * length;
        for (std::size_t i = 0; i < rows; ++i)
            std::copy_n(kept[layer].weights + (sample * rows + i) * padded_row(length), length,
                        to.data() + (block * rows + i) * length);
    }

    Buffer<T> memory_;
};

}  // namespace polarize
