#pragma once

#include <cstddef>
#include <cstdint>

#include <polarize/isa.hpp>
#include "nn/views.hpp"

namespace polarize {

/// The kernels of tiny transformers, compiled once per instruction set, for one of them. Unlike those of core/flow they
/// fuse multiply and add where the instruction set can, so results differ between sets in the last bits.
template <class T>
struct NnKernels {
    /// Columns of a panel of B (see Product).
    std::size_t panel;

    /// See Product.
    void (*multiply)(const Product<T>& product);
    /// Packs B[k][n] = from[k·k_step + n·n_step] into panels of `panel` columns.
    void (*pack_panels)(std::size_t depth, std::size_t columns, const T* from, std::size_t k_step, std::size_t n_step,
                        T* to);
    /// See AttentionView.
    void (*attention)(const AttentionView<T>& view);
    void (*attention_backward)(const AttentionView<T>& view, const AttentionGradients<T>& gradients);
    /// y = gain ⊙ x̂ + shift; and dx += …, d_gain += …, d_shift += ….
    void (*layer_norm)(const LayerNormView<T>& view, const T* shift, T* y, std::size_t y_row);
    void (*layer_norm_backward)(const LayerNormView<T>& view, const T* dy, std::size_t dy_row, T* dx,
                                std::size_t dx_row, T* d_gain, T* d_shift);
    /// y = GELU(x), slope = GELU'(x).
    void (*gelu)(std::size_t rows, std::size_t columns, std::size_t row, const T* x, T* y, T* slope);
    /// g ← g ⊙ slope.
    void (*scale_by)(std::size_t rows, std::size_t columns, std::size_t row, T* g, const T* slope);
    /// x ← elu(x) + 1, and g ← g ⊙ its slope by its value.
    void (*elu_plus_one)(std::size_t rows, std::size_t columns, std::size_t row, T* x);
    void (*elu_plus_one_backward)(std::size_t rows, std::size_t columns, std::size_t row, T* g, const T* y);
    /// out = o ⊙ sigmoid(gate), gate ← sigmoid(gate); and g ← g ⊙ s, d_gate = ….
    void (*apply_gate)(std::size_t rows, std::size_t columns, std::size_t row, const T* o, T* gate, T* out);
    void (*apply_gate_backward)(std::size_t rows, std::size_t columns, std::size_t row, const T* o, const T* s, T* g,
                                T* d_gate);
    /// sums[n] += Σ_m x[m][n].
    void (*add_columns)(std::size_t rows, std::size_t columns, std::size_t row, const T* x, T* sums);
    /// to = Σ of rows, `indices` telling which.
    void (*add_rows)(std::size_t columns, std::size_t count, const std::uint32_t* indices, const T* from,
                     std::size_t row, T* to);
    /// to[i] = Σ_p from[p·distance + i].
    void (*add_parts)(std::size_t count, std::size_t parts, const T* from, std::size_t distance, T* to);
    /// See CrossEntropyView.
    double (*cross_entropy)(const CrossEntropyView<T>& view);
    /// See AdamWView.
    void (*adamw)(const AdamWView<T>& view);
};

/// The kernels of `isa`, which must be available.
template <class T>
const NnKernels<T>& nn_kernels(Isa isa);
template <>
const NnKernels<float>& nn_kernels<float>(Isa isa);
template <>
const NnKernels<double>& nn_kernels<double>(Isa isa);

}  // namespace polarize
