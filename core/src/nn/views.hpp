#pragma once

#include <cstddef>
#include <cstdint>

#include <polarize/attention_kinds.hpp>

// What the kernels of tiny transformers are called with: plain structures of pointers and sizes, in elements.
//
// Rows of internal buffers are padded to whole cache lines (see `padded_row`). Kernels may read and write the padding,
// and whatever follows a head's columns as long as it is written again later; nothing that counts depends on it.
namespace polarize {

/// C[m][n] = Σ_k A[m][k] B[k][n] + bias[n] + added[m][n].
template <class T>
struct Product {
    std::size_t rows;     ///< of C: m
    std::size_t columns;  ///< of C: n; whole packs are written
    std::size_t depth;    ///< of the sum: k
    const T* a;           ///< A[m][k] = a[m·a_row + k·a_depth]
    std::size_t a_row;
    std::size_t a_depth;
    const T* b;  ///< B[k][n] = b[(n / panel)·b_panel + k·b_depth + n % panel], panel = NnKernels::panel
    std::size_t b_panel;
    std::size_t b_depth;
    T* c;  ///< C[m][n] = c[m·c_row + n]
    std::size_t c_row;
    const T* bias = nullptr;   ///< padded, or none
    const T* added = nullptr;  ///< added[m·added_row + n], or none; may be C itself
    std::size_t added_row = 0;
};

/// LayerNorm over rows: y = gain ⊙ (x − mean)/√(variance + 1e−5) + shift.
template <class T>
struct LayerNormView {
    std::size_t rows;
    std::size_t d;
    const T* x;
    std::size_t x_row;
    T* statistics;  ///< [row][2]: mean and 1/√(variance + 1e−5)
    const T* gain;  ///< padded
};

/// Attention of some samples: every head of each. A sample has `keys` tokens; its queries are at positions
/// first_query … first_query + queries − 1. Rows of q, k, v and out lie `row` apart and hold all heads, d_h columns
/// each; samples lie queries·row or keys·row apart.
template <class T>
struct AttentionView {
    AttentionKind kind;
    bool causal;
    std::size_t samples;
    std::size_t heads;
    std::size_t queries;
    std::size_t keys;
    std::size_t first_query;
    std::size_t d_h;
    std::size_t row;
    std::size_t weights_row;  ///< keys, padded
    T scale;                  ///< of the scores
    const T* q;
    const T* k;
    const T* v;
    T* out;
    const T* sink;  ///< learned logit of each head; read where the kind has a sink logit
    T* weights;     ///< [sample][head][query][weights_row]
    T* saved;       ///< as weights; what softpick's backward pass needs. Others do not touch it
    T* norms;       ///< [sample][head][query]: what a row was divided by, or the weight of the sink
    T* scratch;     ///< attention_scratch(keys, d_h) elements
};

/// The backward pass: gradients of q, k, v, laid out as these, from that of out. All are overwritten; those of q and k
/// not where the kind reads no scores.
template <class T>
struct AttentionGradients {
    const T* out;
    T* q;
    T* k;
    T* v;
    T* sink;  ///< [head], added to
};

/// Cross-entropy of rows of logits with one target each.
template <class T>
struct CrossEntropyView {
    std::size_t rows;
    std::size_t outputs;
    T* logits;  ///< overwritten by weight · (softmax(logits) − one-hot(target))
    std::size_t row;
    const std::int32_t* targets;
    std::size_t target_step;
    T weight;
};

/// One update of AdamW over `count` numbers, a multiple of 16.
template <class T>
struct AdamWView {
    std::size_t count;
    T* parameters;
    const T* gradient;
    T* first;
    T* second;
    T decay;  ///< 1 − lr · weight_decay
    T beta1;
    T beta2;
    T step;         ///< lr/(1 − beta1ᵗ)
    T second_root;  ///< 1/√(1 − beta2ᵗ)
    T epsilon;
};

/// Elements to which rows are padded: one AVX-512 register of floats.
inline constexpr std::size_t kRowUnit = 16;

/// `count` rounded up to a multiple of kRowUnit.
constexpr std::size_t padded_row(std::size_t count) { return (count + kRowUnit - 1) / kRowUnit * kRowUnit; }

/// The distance of rows of `count` elements that are read column-wise: padded, and an odd multiple of kRowUnit so that
/// rows do not compete for the same lines of a cache.
constexpr std::size_t row_stride(std::size_t count) {
    const std::size_t units = padded_row(count) / kRowUnit;
    return (units + (units % 2 == 0 ? 1 : 0)) * kRowUnit;
}

/// The distance of rows of `d` elements in which `heads` heads have equal shares: what the last head's packs write
/// beyond its columns stays within the row.
constexpr std::size_t head_row_stride(std::size_t d, std::size_t heads) {
    return row_stride(d - d / heads + padded_row(d / heads));
}

/// Elements of scratch memory that attention needs.
constexpr std::size_t attention_scratch(std::size_t keys, std::size_t d_h) {
    return (d_h + keys) * padded_row(keys) + 2 * kRowUnit;
}

}  // namespace polarize
