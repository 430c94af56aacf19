#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "nn/distinct_tokens.hpp"
#include "nn/model_layers.hpp"
#include "nn/team.hpp"

namespace polarize {

/// Embedding and the first block's projections, computed once for each distinct (token, position) pair of a batch, and
/// the gradients that come back to them from all places where a pair occurs.
template <class T>
class FirstLayer {
  public:
    using Kept = typename Projections<T>::Kept;
    using Gradients = typename Projections<T>::Gradients;

    FirstLayer(const ModelLayers<T>& model, std::size_t samples)
        : model_(&model),
          tokens_(model.config, samples),
          memory_(make_block<T>(*model.interruption, [&](Arena<T>& arena) { plan(arena, samples); })) {}
    // What it points to in its own memory moves with it, but a copy would point into the original's.
    FirstLayer(FirstLayer&&) noexcept = default;
    FirstLayer& operator=(FirstLayer&&) noexcept = default;
    FirstLayer(const FirstLayer&) = delete;
    FirstLayer& operator=(const FirstLayer&) = delete;
    ~FirstLayer() = default;

    static std::uint64_t memory_bytes(const ModelLayers<T>& model, std::size_t samples) {
        FirstLayer counting(model);
        Arena<T> arena;
        counting.plan(arena, samples);
        return arena.used() * sizeof(T) + DistinctTokens::memory_bytes(model.config, samples);
    }

    /// The forward pass for [sample][position] tokens; those queries that start at first_query are read.
    void forward(Team& team, const T* parameters, const T* packed, std::span<const std::int32_t> tokens,
                 std::size_t first_query, std::size_t queries) {
        tokens_.find(tokens, first_query, queries);
        const std::size_t pairs = tokens_.pairs().size();
        team.run((pairs + kRowsPerTask - 1) / kRowsPerTask, [&](std::size_t task, std::size_t /*thread*/) {
            const std::size_t first = task * kRowsPerTask;
            const std::size_t last = std::min(first + kRowsPerTask, pairs);
            for (std::size_t pair = first; pair < last; ++pair) embed(parameters, pair);
            projections().forward(packed, rows(first, last), rows_of_x(first), kept_from(first));
        });
    }

    /// Copies what the first block reads: the queries' rows of the residual stream, and its projections.
    void gather(std::size_t first_token, std::size_t tokens, std::size_t first_query, std::size_t queries, T* x,
                const Kept& to) const {
        const Projections<T>& owner = projections();
        for (std::size_t i = 0; i < queries; ++i) {
            const std::size_t pair = tokens_.pair_of_query(first_query + i);
            copy(x_, pair, x, i);
            if (owner.scores()) copy(kept_.q, pair, to.q, i);
            if (owner.has_gate()) copy(kept_.gate, pair, to.gate, i);
        }
        for (std::size_t i = 0; i < tokens; ++i) {
            const std::size_t pair = tokens_.pair_of_token(first_token + i);
            if (owner.scores()) copy(kept_.k, pair, to.k, i);
            copy(kept_.v, pair, to.v, i);
        }
    }

    /// Where the first block's backward pass leaves the gradients of its projections, and that of the residual stream,
    /// for the samples that begin with these rows.
    Gradients gradients_of(std::size_t first_token, std::size_t first_query) const {
        const std::size_t row = model_->row;
        Gradients at = per_token_;
        if (at.q != nullptr) {
            at.q += first_query * row;
            at.k += first_token * row;
        }
        at.v += first_token * row;
        if (at.gate != nullptr) at.gate += first_query * row;
        return at;
    }
    T* stream_gradient_of(std::size_t first_query) const { return d_stream_ + first_query * model_->row; }

    /// The backward pass from these, in `parts` parts.
    void backward(Team& team, const T* packed, std::size_t parts, T* part, std::size_t part_size) {
        const std::size_t pairs = tokens_.pairs().size();
        team.run(parts, [&](std::size_t number, std::size_t /*thread*/) {
            const std::size_t first = number * pairs / parts;
            const std::size_t last = (number + 1) * pairs / parts;
            if (first == last) return;
            for (std::size_t pair = first; pair < last; ++pair) add_occurrences(pair);
            projections().backward(packed, rows(first, last), rows_of_x(first), kept_from(first), gradients_from(first),
                                   {dx_ + first * model_->row, model_->row}, part + number * part_size);
        });
    }

    /// Adds the gradients of the embeddings to the flat gradient.
    void add_embedding_gradients(T* gradient) const {
        const std::size_t width = embedding_width();
        for (std::size_t pair = 0; pair < tokens_.pairs().size(); ++pair) {
            const auto [token, position] = tokens_.pairs()[pair];
            const T* from = dx_ + pair * model_->row;
            add(from, width, gradient + token_table() + token * width);
            if (model_->config.positions == Positions::no) continue;
            add(from + (model_->config.positions == Positions::concat ? width : 0), width, gradient + position * width);
        }
    }

  private:
    static constexpr std::size_t kRowsPerTask = 48;

    explicit FirstLayer(const ModelLayers<T>& model) : model_(&model), tokens_({.vocabulary = 1, .length = 1}, 1) {}

    void plan(Arena<T>& arena, std::size_t samples) {
        const std::size_t tokens = samples * model_->config.length;
        const std::size_t pairs = DistinctTokens::capacity(model_->config, samples);
        x_ = arena.take(pairs, model_->row);
        dx_ = arena.take(pairs, model_->row);
        projections().plan(arena, pairs, kept_);
        projections().plan_outputs(arena, pairs, per_pair_);
        projections().plan_scratch(arena, pairs, per_pair_);
        projections().plan_outputs(arena, tokens, per_token_);
        d_stream_ = arena.take(tokens, model_->row);
    }

    const Projections<T>& projections() const { return model_->blocks.front().projections; }

    std::size_t embedding_width() const {
        return model_->config.positions == Positions::concat ? model_->config.d / 2 : model_->config.d;
    }
    /// Where the table of tokens begins in the flat buffer; that of positions, where there is one, begins at 0.
    std::size_t token_table() const {
        return model_->config.positions == Positions::no ? 0 : kMaxLength * embedding_width();
    }

    TokenRows rows(std::size_t first, std::size_t last) const {
        const std::size_t query_pairs = tokens_.query_pairs();
        return {.all = last - first,
                .queries = std::min(last, query_pairs) - std::min(first, query_pairs),
                .first_query = 0,
                .step = 1};
    }
    Rows<const T> rows_of_x(std::size_t first) const { return {x_ + first * model_->row, model_->row}; }
    Kept kept_from(std::size_t first) const { return kept_.from(projections(), first, first); }
    Gradients gradients_from(std::size_t first) const {
        const auto move = [&](T* at, std::size_t row) { return at == nullptr ? nullptr : at + first * row; };
        return {.q = move(per_pair_.q, model_->row),
                .k = move(per_pair_.k, model_->row),
                .v = move(per_pair_.v, model_->row),
                .gate = move(per_pair_.gate, model_->row),
                .y = move(per_pair_.y, model_->row),
                .hidden = move(per_pair_.hidden, projections().hidden_row())};
    }

    void embed(const T* parameters, std::size_t pair) {
        const auto [token, position] = tokens_.pairs()[pair];
        const std::size_t width = embedding_width();
        const T* of_token = parameters + token_table() + token * width;
        const T* of_position = parameters + position * width;
        T* to = x_ + pair * model_->row;
        std::copy_n(of_token, width, to);
        if (model_->config.positions == Positions::add) add(of_position, width, to);
        if (model_->config.positions == Positions::concat) std::copy_n(of_position, width, to + width);
    }

    static void add(const T* from, std::size_t count, T* to) {
        for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
    }

    void copy(const T* from, std::size_t from_row, T* to, std::size_t to_row) const {
        std::copy_n(from + from_row * model_->row, model_->config.d, to + to_row * model_->row);
    }

    /// Σ over all places where a pair occurs.
    void add_occurrences(std::size_t pair) {
        add_places(tokens_.tokens_of(pair), pair, per_token_.k, per_pair_.k);
        add_places(tokens_.tokens_of(pair), pair, per_token_.v, per_pair_.v);
        const std::span<const std::uint32_t> queries = tokens_.queries_of(pair);
        add_places(queries, pair, per_token_.q, per_pair_.q);
        add_places(queries, pair, per_token_.gate, per_pair_.gate);
        add_places(queries, pair, d_stream_, dx_);
    }
    void add_places(std::span<const std::uint32_t> places, std::size_t pair, const T* from, T* to) const {
        if (from == nullptr) return;
        model_->kernels.add_rows(model_->config.d, places.size(), places.data(), from, model_->row,
                                 to + pair * model_->row);
    }

    const ModelLayers<T>* model_;
    DistinctTokens tokens_;
    T* x_ = nullptr;  ///< embeddings [pair]
    T* dx_ = nullptr;
    Kept kept_;
    Gradients per_pair_;
    Gradients per_token_;
    T* d_stream_ = nullptr;  ///< gradient of the residual stream [query]
    Buffer<T> memory_;
};

}  // namespace polarize
