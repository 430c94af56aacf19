#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "nn/arena.hpp"
#include "nn/layers.hpp"

namespace polarize {

/// Which rows of a block's input serve as what: all give keys and values, some give queries and go on.
struct TokenRows {
    std::size_t all;
    std::size_t queries;
    std::size_t first_query;  ///< the first row that is a query's
    std::size_t step;         ///< a query is every step-th row from there
};

/// From a row of the residual stream to what attention reads of it: LayerNorm, then q, k, v, and what some kinds of
/// attention add, a gate or maps of q and k. Depends on the row alone, so equal rows need it once.
template <class T>
class Projections {
  public:
    /// What the backward pass needs of the forward pass. q and gate have a row per query, k and v one per row.
    struct Kept {
        T* y = nullptr;  ///< normalised rows
        T* statistics = nullptr;
        T* q = nullptr;
        T* k = nullptr;
        T* v = nullptr;
        T* gate = nullptr;
        // Attention's own MLP reads q and k here and writes what attention reads to the above.
        T* q_raw = nullptr;
        T* k_raw = nullptr;
        T* q_hidden = nullptr;
        T* k_hidden = nullptr;
        T* q_slope = nullptr;
        T* k_slope = nullptr;

        /// The same, from a row on.
        Kept from(const Projections& owner, std::size_t row, std::size_t query) const {
            const auto move = [](T* at, std::size_t count) { return at == nullptr ? nullptr : at + count; };
            const std::size_t d = owner.row_;
            const std::size_t h = owner.hidden_row_;
            return {.y = move(y, row * d),
                    .statistics = move(statistics, row * 2),
                    .q = move(q, query * d),
                    .k = move(k, row * d),
                    .v = move(v, row * d),
                    .gate = move(gate, query * d),
                    .q_raw = move(q_raw, query * d),
                    .k_raw = move(k_raw, row * d),
                    .q_hidden = move(q_hidden, query * h),
                    .k_hidden = move(k_hidden, row * h),
                    .q_slope = move(q_slope, query * h),
                    .k_slope = move(k_slope, row * h)};
        }
    };

    /// Gradients of q, k, v and gate; those of q, k and v are overwritten on the way.
    struct Gradients {
        T* q = nullptr;
        T* k = nullptr;
        T* v = nullptr;
        T* gate = nullptr;
        T* y = nullptr;       ///< scratch, a row per row
        T* hidden = nullptr;  ///< scratch of attention's own MLP, a hidden row per row
    };

    Projections(const NnKernels<T>& kernels, const Interruption& interruption, const ModelConfig& config,
                const std::vector<TensorInfo>& layout, const std::string& block, std::size_t row, ParameterSpace& space)
        : kernels_(&kernels), config_(config), row_(row), v_(kernels, interruption, layout, block + "v_proj", space) {
        if (config.layer_norm) norm_.emplace(kernels, layout, block + "norm1", space);
        if (scores()) {
            q_.emplace(kernels, interruption, layout, block + "q_proj", space);
            k_.emplace(kernels, interruption, layout, block + "k_proj", space);
        }
        if (traits(config.kind).has_gate) gate_.emplace(kernels, interruption, layout, block + "gate_proj", space);
        if (has_mlp()) {
            mlp_in_.emplace(kernels, interruption, layout, block + "attn_mlp.0", space);
            mlp_out_.emplace(kernels, interruption, layout, block + "attn_mlp.2", space);
            hidden_row_ = row_stride(kMlpRatio * (config.d - d_h()) + padded_row(kMlpRatio * d_h()));
        }
    }

    /// Whether attention reads q and k at all.
    bool scores() const { return traits(config_.kind).reads_scores(); }
    bool has_gate() const { return gate_.has_value(); }
    bool has_norm() const { return norm_.has_value(); }
    bool has_mlp() const { return traits(config_.kind).has_score_mlp(); }

    std::size_t hidden_row() const { return hidden_row_; }

    /// What a block's attention reads, for so many rows, or the gradients of that: `outputs` are Kept or Gradients.
    template <class Outputs>
    void plan_outputs(Arena<T>& arena, std::size_t rows, Outputs& outputs) const {
        if (scores()) {
            outputs.q = arena.take(rows, row_);
            outputs.k = arena.take(rows, row_);
        }
        outputs.v = arena.take(rows, row_);
        if (has_gate()) outputs.gate = arena.take(rows, row_);
    }
    /// All of `kept`.
    void plan(Arena<T>& arena, std::size_t rows, Kept& kept) const {
        plan_outputs(arena, rows, kept);
        if (has_norm()) {
            kept.y = arena.take(rows, row_);
            kept.statistics = arena.take(rows, 2);
        }
        if (!has_mlp()) return;
        kept.q_raw = arena.take(rows, row_);
        kept.k_raw = arena.take(rows, row_);
        for (T** buffer : {&kept.q_hidden, &kept.k_hidden, &kept.q_slope, &kept.k_slope})
            *buffer = arena.take(rows, hidden_row_);
    }
    void plan_scratch(Arena<T>& arena, std::size_t rows, Gradients& gradients) const {
        if (has_norm()) gradients.y = arena.take(rows, row_);
        if (has_mlp()) gradients.hidden = arena.take(rows, hidden_row_);
    }

    template <class Visit>
    void for_each_layer(Visit visit) const {
        for (const auto* layer : {&q_, &k_, &gate_, &mlp_in_, &mlp_out_})
            if (*layer) visit(**layer);
        visit(v_);
        if (norm_) visit(*norm_);
    }

    void forward(const T* packed, const TokenRows& rows, Rows<const T> x, const Kept& kept) const {
        Rows<const T> y = x;
        if (norm_) {
            norm_->forward(packed, rows.all, x, kept.statistics, {kept.y, row_});
            y = {kept.y, row_};
        }
        const Rows<const T> query_y = queries_of(rows, y);
        v_.forward(packed, rows.all, y, {kept.v, row_});
        if (gate_) gate_->forward(packed, rows.queries, query_y, {kept.gate, row_});
        if (!scores()) return;
        q_->forward(packed, rows.queries, query_y, {has_mlp() ? kept.q_raw : kept.q, row_});
        k_->forward(packed, rows.all, y, {has_mlp() ? kept.k_raw : kept.k, row_});
        if (traits(config_.kind).score == ScoreRule::elu_features) {
            kernels_->elu_plus_one(rows.queries, config_.d, row_, kept.q);
            kernels_->elu_plus_one(rows.all, config_.d, row_, kept.k);
        }
        if (has_mlp()) {
            mlp_forward(packed, rows.queries, kept.q_raw, kept.q_hidden, kept.q_slope, kept.q);
            mlp_forward(packed, rows.all, kept.k_raw, kept.k_hidden, kept.k_slope, kept.k);
        }
    }

    /// Adds to dx, which has a row per row, what comes through here.
    void backward(const T* packed, const TokenRows& rows, Rows<const T> x, const Kept& kept, const Gradients& gradients,
                  Rows<T> dx, T* part) const {
        const Rows<const T> y = norm_ ? Rows<const T>{kept.y, row_} : x;
        const Rows<T> dy = norm_ ? Rows<T>{gradients.y, row_} : dx;
        const Rows<const T> query_y = queries_of(rows, y);
        const Rows<T> query_dy{dy.at + rows.first_query * dy.stride, rows.step * dy.stride};
        const Rows<const T> dv{gradients.v, row_};
        v_.backward_parameters(rows.all, dv, y, part);
        v_.backward_input(packed, rows.all, dv, dy, !norm_);
        if (scores()) {
            features_backward(packed, rows, kept, gradients, part);
            const Rows<const T> dq{gradients.q, row_};
            const Rows<const T> dk{gradients.k, row_};
            k_->backward_parameters(rows.all, dk, y, part);
            k_->backward_input(packed, rows.all, dk, dy, true);
            q_->backward_parameters(rows.queries, dq, query_y, part);
            q_->backward_input(packed, rows.queries, dq, query_dy, true);
        }
        if (gate_) {
            const Rows<const T> d_gate{gradients.gate, row_};
            gate_->backward_parameters(rows.queries, d_gate, query_y, part);
            gate_->backward_input(packed, rows.queries, d_gate, query_dy, true);
        }
        if (norm_) norm_->backward(packed, rows.all, x, kept.statistics, dy, dx, part);
    }

  private:
    std::size_t d_h() const { return config_.d / config_.heads; }

    static Rows<const T> queries_of(const TokenRows& rows, Rows<const T> all) {
        return {all.at + rows.first_query * all.stride, rows.step * all.stride};
    }

    /// m(x) of every head: hidden = GELU(Linear(x)), then Linear(hidden). Heads in order, as they write over padding.
    void mlp_forward(const T* packed, std::size_t rows, const T* x, T* hidden, T* slope, T* to) const {
        for (std::size_t h = 0; h < config_.heads; ++h)
            mlp_in_->forward(packed, rows, {x + h * d_h(), row_}, {hidden + h * kMlpRatio * d_h(), hidden_row_});
        kernels_->gelu(rows, kMlpRatio * config_.d, hidden_row_, hidden, hidden, slope);
        for (std::size_t h = 0; h < config_.heads; ++h)
            mlp_out_->forward(packed, rows, {hidden + h * kMlpRatio * d_h(), hidden_row_}, {to + h * d_h(), row_});
    }
    /// The gradient `g` of m(x) becomes that of x.
    void mlp_backward(const T* packed, std::size_t rows, const T* x, const T* hidden, const T* slope, T* g, T* d_hidden,
                      T* part) const {
        for (std::size_t h = 0; h < config_.heads; ++h) {
            const Rows<const T> dy{g + h * d_h(), row_};
            mlp_out_->backward_parameters(rows, dy, {hidden + h * kMlpRatio * d_h(), hidden_row_}, part);
            mlp_out_->backward_input(packed, rows, dy, {d_hidden + h * kMlpRatio * d_h(), hidden_row_}, false);
        }
        kernels_->scale_by(rows, kMlpRatio * config_.d, hidden_row_, d_hidden, slope);
        for (std::size_t h = 0; h < config_.heads; ++h) {
            const Rows<const T> dy{d_hidden + h * kMlpRatio * d_h(), hidden_row_};
            mlp_in_->backward_parameters(rows, dy, {x + h * d_h(), row_}, part);
            mlp_in_->backward_input(packed, rows, dy, {g + h * d_h(), row_}, false);
        }
    }
    void features_backward(const T* packed, const TokenRows& rows, const Kept& kept, const Gradients& gradients,
                           T* part) const {
        if (traits(config_.kind).score == ScoreRule::elu_features) {
            kernels_->elu_plus_one_backward(rows.queries, config_.d, row_, gradients.q, kept.q);
            kernels_->elu_plus_one_backward(rows.all, config_.d, row_, gradients.k, kept.k);
        }
        if (has_mlp()) {
            mlp_backward(packed, rows.queries, kept.q_raw, kept.q_hidden, kept.q_slope, gradients.q, gradients.hidden,
                         part);
            mlp_backward(packed, rows.all, kept.k_raw, kept.k_hidden, kept.k_slope, gradients.k, gradients.hidden,
                         part);
        }
    }

    const NnKernels<T>* kernels_;
    ModelConfig config_;
    std::size_t row_;
    std::size_t hidden_row_ = 0;
    std::optional<LayerNorm<T>> norm_;
    std::optional<Linear<T>> q_;
    std::optional<Linear<T>> k_;
    Linear<T> v_;
    std::optional<Linear<T>> gate_;
    std::optional<Linear<T>> mlp_in_;
    std::optional<Linear<T>> mlp_out_;
};

}  // namespace polarize
