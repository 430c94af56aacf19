#pragma once

#include <cstddef>

#include "nn/kernels/product.hpp"
#include "nn/kernels/weights.hpp"

// Attention of short sequences, one head of one sample at a time, so that its scores never leave the first-level cache.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

namespace detail {

/// to[n][m] = from[m][n].
template <class T>
POLARIZE_INLINE void transpose(std::size_t rows, std::size_t columns, const T* from, std::size_t from_row, T* to,
                               std::size_t to_row) {
    for (std::size_t m = 0; m < rows; ++m)
        for (std::size_t n = 0; n < columns; ++n) to[n * to_row + m] = from[m * from_row + n];
}

/// The matrices of one head of one sample.
template <class T>
struct Head {
    std::size_t q;        ///< where q, out and their gradients begin
    std::size_t k;        ///< where k, v and theirs begin
    std::size_t weights;  ///< where the weights begin
    std::size_t norms;
    std::size_t number;
};

template <class T>
POLARIZE_INLINE WeightsRow<T> weights_row_of(const AttentionView<T>& view, const Head<T>& head, std::size_t query) {
    const std::size_t at = head.weights + query * view.weights_row;
    return {.kind = view.kind,
            .valid = view.causal ? view.first_query + query + 1 : view.keys,
            .padded = view.weights_row,
            .scale = view.scale,
            .sink = traits_of(view.kind).divisor == Divisor::sum_with_sink ? view.sink[head.number] : T(0),
            .a = view.weights + at,
            .saved = traits_of(view.kind).divisor == Divisor::sum_of_magnitude ? view.saved + at : nullptr,
            .norm = view.norms + head.norms + query};
}

/// Calls `at` with every head of every sample, heads of a sample in order: what a head writes beyond its columns is
/// written over by the next.
template <class T, class Function>
POLARIZE_INLINE void for_each_head(const AttentionView<T>& view, Function at) {
    for (std::size_t sample = 0; sample < view.samples; ++sample)
        for (std::size_t h = 0; h < view.heads; ++h) {
            const std::size_t pair = sample * view.heads + h;
            at(Head<T>{.q = sample * view.queries * view.row + h * view.d_h,
                       .k = sample * view.keys * view.row + h * view.d_h,
                       .weights = pair * view.queries * view.weights_row,
                       .norms = pair * view.queries,
                       .number = h});
        }
}

}  // namespace detail

/// weights = normalisation(q kᵀ), out = weights · v. See AttentionView.
template <class P, class Shape, class T = typename P::value_type>
void attention(const AttentionView<T>& view) {
    constexpr std::size_t kPanel = Shape::packs * P::size;
    detail::for_each_head(view, [&](const detail::Head<T>& head) {
        T* weights = view.weights + head.weights;
        if (traits_of(view.kind).score != ScoreRule::none) {
            T* k_transposed = view.scratch;
            detail::transpose(view.keys, view.d_h, view.k + head.k, view.row, k_transposed, view.weights_row);
            multiply<P, Shape>({.rows = view.queries,
                                .columns = view.keys,
                                .depth = view.d_h,
                                .a = view.q + head.q,
                                .a_row = view.row,
                                .a_depth = 1,
                                .b = k_transposed,
                                .b_panel = kPanel,
                                .b_depth = view.weights_row,
                                .c = weights,
                                .c_row = view.weights_row});
        }
        for (std::size_t i = 0; i < view.queries; ++i) weights_row<P>(detail::weights_row_of(view, head, i));
        multiply<P, Shape>({.rows = view.queries,
                            .columns = view.d_h,
                            .depth = view.keys,
                            .a = weights,
                            .a_row = view.weights_row,
                            .a_depth = 1,
                            .b = view.v + head.k,
                            .b_panel = kPanel,
                            .b_depth = view.row,
                            .c = view.out + head.q,
                            .c_row = view.row});
    });
}

/// dv = weightsᵀ · d_out;  ds from d_out · vᵀ through the normalisation;  dq = ds · k;  dk = dsᵀ · q.
template <class P, class Shape, class T = typename P::value_type>
void attention_backward(const AttentionView<T>& view, const AttentionGradients<T>& gradients) {
    constexpr std::size_t kPanel = Shape::packs * P::size;
    const std::size_t row = view.row;
    const std::size_t weights_row = view.weights_row;
    T* v_transposed = view.scratch;
    T* d_scores = view.scratch + view.d_h * weights_row;
    detail::for_each_head(view, [&](const detail::Head<T>& head) {
        const T* weights = view.weights + head.weights;
        multiply<P, Shape>({.rows = view.keys,
                            .columns = view.d_h,
                            .depth = view.queries,
                            .a = weights,
                            .a_row = 1,
                            .a_depth = weights_row,
                            .b = gradients.out + head.q,
                            .b_panel = kPanel,
                            .b_depth = row,
                            .c = gradients.v + head.k,
                            .c_row = row});
        if (traits_of(view.kind).score == ScoreRule::none) return;
        detail::transpose(view.keys, view.d_h, view.v + head.k, row, v_transposed, weights_row);
        multiply<P, Shape>({.rows = view.queries,
                            .columns = view.keys,
                            .depth = view.d_h,
                            .a = gradients.out + head.q,
                            .a_row = row,
                            .a_depth = 1,
                            .b = v_transposed,
                            .b_panel = kPanel,
                            .b_depth = weights_row,
                            .c = d_scores,
                            .c_row = weights_row});
        for (std::size_t i = 0; i < view.queries; ++i) {
            const T d_sink = weights_row_backward<P>(detail::weights_row_of(view, head, i), d_scores + i * weights_row);
            if (traits_of(view.kind).divisor == Divisor::sum_with_sink) gradients.sink[head.number] += d_sink;
        }
        multiply<P, Shape>({.rows = view.queries,
                            .columns = view.d_h,
                            .depth = view.keys,
                            .a = d_scores,
                            .a_row = weights_row,
                            .a_depth = 1,
                            .b = view.k + head.k,
                            .b_panel = kPanel,
                            .b_depth = row,
                            .c = gradients.q + head.q,
                            .c_row = row});
        multiply<P, Shape>({.rows = view.keys,
                            .columns = view.d_h,
                            .depth = view.queries,
                            .a = d_scores,
                            .a_row = 1,
                            .a_depth = weights_row,
                            .b = view.q + head.q,
                            .b_panel = kPanel,
                            .b_depth = row,
                            .c = gradients.k + head.k,
                            .c_row = row});
    });
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
