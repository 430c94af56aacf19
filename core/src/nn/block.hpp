#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "nn/projections.hpp"

namespace polarize {

/// One block of the transformer: projections, attention, o, residual, and LayerNorm, MLP, residual.
template <class T>
class Block {
  public:
    /// What the backward pass needs of the forward pass, for some samples.
    struct Kept {
        typename Projections<T>::Kept projections;
        T* weights = nullptr;  ///< [sample][head][query][padded key]
        T* saved = nullptr;
        T* norms = nullptr;
        T* mixed = nullptr;   ///< what attention put out
        T* gated = nullptr;   ///< and what the gate let through
        T* middle = nullptr;  ///< the residual stream between attention and MLP
        T* y = nullptr;       ///< normalised
        T* statistics = nullptr;
        T* hidden = nullptr;
        T* slope = nullptr;
        T* out = nullptr;  ///< the residual stream after the block
    };

    /// Scratch memory of one thread.
    struct Scratch {
        T* attention = nullptr;
        T* mixed = nullptr;  ///< gradient of what attention put out
        T* y = nullptr;
        T* hidden = nullptr;
    };

    Block(const NnKernels<T>& kernels, const Interruption& interruption, const ModelConfig& config,
          const std::vector<TensorInfo>& layout, const std::string& name, std::size_t row, ParameterSpace& space)
        : projections(kernels, interruption, config, layout, name, row, space),
          kernels_(&kernels),
          config_(config),
          row_(row),
          hidden_row_(row_stride(kMlpRatio * config.d)),
          o_(kernels, interruption, layout, name + "o_proj", space) {
        if (config.mlp) {
            if (config.layer_norm) norm_.emplace(kernels, layout, name + "norm2", space);
            mlp_in_.emplace(kernels, interruption, layout, name + "mlp.0", space);
            mlp_out_.emplace(kernels, interruption, layout, name + "mlp.2", space);
        }
        if (traits(config.kind).has_sink_logit()) {
            const TensorInfo& sink = find_tensor(layout, name + "sink_logit");
            sink_ = {sink.offset, space.take_gradient(sink.size), 1, sink.size};
        }
    }

    /// Memory for `samples` samples; the projections' is planned apart.
    void plan(Arena<T>& arena, std::size_t samples, Kept& kept) const {
        const std::size_t rows = samples * config_.length;
        const std::size_t weight_rows = rows * config_.heads;
        kept.weights = arena.take(weight_rows, padded_row(config_.length));
        if (traits(config_.kind).divisor == Divisor::sum_of_magnitude)
            kept.saved = arena.take(weight_rows, padded_row(config_.length));
        kept.norms = arena.take(weight_rows);
        kept.mixed = arena.take(rows, row_);
        if (projections.has_gate()) kept.gated = arena.take(rows, row_);
        kept.middle = arena.take(rows, row_);
        kept.out = kept.middle;
        if (!config_.mlp) return;
        if (norm_) {
            kept.y = arena.take(rows, row_);
            kept.statistics = arena.take(rows, 2);
        }
        kept.hidden = arena.take(rows, hidden_row_);
        kept.slope = arena.take(rows, hidden_row_);
        kept.out = arena.take(rows, row_);
    }
    void plan_scratch(Arena<T>& arena, std::size_t samples, Scratch& scratch) const {
        const std::size_t rows = samples * config_.length;
        scratch.attention = arena.take(attention_scratch(config_.length, config_.d / config_.heads));
        scratch.mixed = arena.take(rows, row_);
        if (!config_.mlp) return;
        if (norm_) scratch.y = arena.take(rows, row_);
        scratch.hidden = arena.take(rows, hidden_row_);
    }

    template <class Visit>
    void for_each_layer(Visit visit) const {
        projections.for_each_layer(visit);
        visit(o_);
        if (norm_) visit(*norm_);
        if (mlp_in_) visit(*mlp_in_);
        if (mlp_out_) visit(*mlp_out_);
    }
    std::vector<GradientRows> own_gradients() const {
        return sink_ ? std::vector<GradientRows>{*sink_} : std::vector<GradientRows>{};
    }

    /// From the projections in `kept` and the queries' rows `x` of the residual stream to kept.out. `parameters` is the
    /// flat buffer.
    void forward(const T* parameters, const T* packed, std::size_t samples, std::size_t queries,
                 std::size_t first_query, Rows<const T> x, const Kept& kept, const Scratch& scratch) const {
        const std::size_t rows = samples * queries;
        kernels_->attention(attention_view(parameters, samples, queries, first_query, kept, scratch));
        const T* mixed = kept.mixed;
        if (projections.has_gate()) {
            kernels_->apply_gate(rows, config_.d, row_, kept.mixed, kept.projections.gate, kept.gated);
            mixed = kept.gated;
        }
        o_.forward(packed, rows, {mixed, row_}, {kept.middle, row_}, x);
        if (!config_.mlp) return;
        Rows<const T> y{kept.middle, row_};
        if (norm_) {
            norm_->forward(packed, rows, y, kept.statistics, {kept.y, row_});
            y = {kept.y, row_};
        }
        mlp_in_->forward(packed, rows, y, {kept.hidden, hidden_row_});
        kernels_->gelu(rows, mlp_in_->out(), hidden_row_, kept.hidden, kept.hidden, kept.slope);
        mlp_out_->forward(packed, rows, {kept.hidden, hidden_row_}, {kept.out, row_}, Rows<const T>{kept.middle, row_});
    }

    /// From the gradient d of kept.out to that of the queries' rows of the residual stream before the block, in place,
    /// and to those of the projections.
    void backward(const T* parameters, const T* packed, std::size_t samples, std::size_t queries,
                  std::size_t first_query, const Kept& kept, const Scratch& scratch, Rows<T> d,
                  const typename Projections<T>::Gradients& gradients, T* part) const {
        const std::size_t rows = samples * queries;
        if (config_.mlp) mlp_backward(packed, rows, kept, scratch, d, part);
        o_.backward_parameters(rows, d, {projections.has_gate() ? kept.gated : kept.mixed, row_}, part);
        o_.backward_input(packed, rows, d, {scratch.mixed, row_}, false);
        if (projections.has_gate())
            kernels_->apply_gate_backward(rows, config_.d, row_, kept.mixed, kept.projections.gate, scratch.mixed,
                                          gradients.gate);
        kernels_->attention_backward(attention_view(parameters, samples, queries, first_query, kept, scratch),
                                     {.out = scratch.mixed,
                                      .q = gradients.q,
                                      .k = gradients.k,
                                      .v = gradients.v,
                                      .sink = sink_ ? part + sink_->part : nullptr});
    }

    Projections<T> projections;

  private:
    AttentionView<T> attention_view(const T* parameters, std::size_t samples, std::size_t queries,
                                    std::size_t first_query, const Kept& kept, const Scratch& scratch) const {
        const std::size_t d_h = config_.d / config_.heads;
        const bool is_scaled = traits(config_.kind).scales_scores();
        return {.kind = config_.kind,
                .causal = config_.causal,
                .samples = samples,
                .heads = config_.heads,
                .queries = queries,
                .keys = config_.length,
                .first_query = first_query,
                .d_h = d_h,
                .row = row_,
                .weights_row = padded_row(config_.length),
                .scale = is_scaled ? static_cast<T>(1 / std::sqrt(static_cast<double>(d_h))) : T(1),
                .q = kept.projections.q,
                .k = kept.projections.k,
                .v = kept.projections.v,
                .out = kept.mixed,
                .sink = sink_ ? parameters + sink_->flat : nullptr,
                .weights = kept.weights,
                .saved = kept.saved,
                .norms = kept.norms,
                .scratch = scratch.attention};
    }

    void mlp_backward(const T* packed, std::size_t rows, const Kept& kept, const Scratch& scratch, Rows<T> d,
                      T* part) const {
        const Rows<T> d_hidden{scratch.hidden, hidden_row_};
        const Rows<const T> middle{kept.middle, row_};
        mlp_out_->backward_parameters(rows, d, {kept.hidden, hidden_row_}, part);
        mlp_out_->backward_input(packed, rows, d, d_hidden, false);
        kernels_->scale_by(rows, mlp_in_->out(), hidden_row_, d_hidden.at, kept.slope);
        mlp_in_->backward_parameters(rows, d_hidden, norm_ ? Rows<const T>{kept.y, row_} : middle, part);
        if (norm_) {
            mlp_in_->backward_input(packed, rows, d_hidden, {scratch.y, row_}, false);
            norm_->backward(packed, rows, middle, kept.statistics, {scratch.y, row_}, d, part);
        } else {
            mlp_in_->backward_input(packed, rows, d_hidden, d, true);
        }
    }

    const NnKernels<T>* kernels_;
    ModelConfig config_;
    std::size_t row_;
    std::size_t hidden_row_;
    Linear<T> o_;
    std::optional<LayerNorm<T>> norm_;
    std::optional<Linear<T>> mlp_in_;
    std::optional<Linear<T>> mlp_out_;
    std::optional<GradientRows> sink_;
};

}  // namespace polarize
