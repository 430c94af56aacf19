#pragma once

#include <cstddef>

#include "simd/elementary.hpp"
#include "simd/lanes.hpp"

// Sums and products of padded vectors and matrices. A vector is `blocks` lane groups of 8 numbers, 0 behind its size; a
// matrix is `rows` such vectors one behind the other. Every sum has one order, whatever the width of the registers.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// Lane numbers of block `block` below `size`: the lanes that hold elements and not padding.
template <class L>
POLARIZE_INLINE auto inside(std::size_t block, std::size_t size) {
    alignas(64) static constexpr double kLaneNumbers[kLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
    return L::load(kLaneNumbers) < L(static_cast<double>(size) - static_cast<double>(block * kLanes));
}

/// ⟨x, y⟩ over `blocks` lane groups, in every lane.
template <class L>
POLARIZE_INLINE L dot(std::size_t blocks, const double* x, const double* y) {
    L total(0.0);
    for (std::size_t b = 0; b < blocks; ++b) total = total + L::load(x + b * kLanes) * L::load(y + b * kLanes);
    return sum(total);
}

/// max x over `size` elements, in every lane.
template <class L>
POLARIZE_INLINE L largest(std::size_t blocks, std::size_t size, const double* x) {
    L most(-__builtin_inf());
    for (std::size_t b = 0; b < blocks; ++b)
        most = larger(most, select(inside<L>(b, size), L::load(x + b * kLanes), L(-__builtin_inf())));
    return maximum(most);
}

/// to[i] = ⟨row i of M, x⟩ for `rows` rows; M is rows × (8 blocks).
template <class L>
POLARIZE_INLINE void multiply(std::size_t rows, std::size_t blocks, const double* M, const double* x, double* to) {
    const std::size_t stride = blocks * kLanes;
    for (std::size_t i = 0; i < rows; ++i) to[i] = dot<L>(blocks, M + i * stride, x).first();
}

namespace detail {
/// `Count` lane groups of columns of `multiply_transposed`: their sums stay in registers.
template <class L, std::size_t Count>
POLARIZE_INLINE void transposed_columns(std::size_t rows, std::size_t stride, const double* M, const double* x,
                                        double* to) {
    L total[Count];
    for (std::size_t b = 0; b < Count; ++b) total[b] = L(0.0);
    std::size_t i = 0;
    for (; i + 4 <= rows; i += 4) {
        const double* row = M + i * stride;
        for (std::size_t b = 0; b < Count; ++b, row += kLanes) {
            const L first = L(x[i]) * L::load(row) + L(x[i + 1]) * L::load(row + stride);
            const L second = L(x[i + 2]) * L::load(row + 2 * stride) + L(x[i + 3]) * L::load(row + 3 * stride);
            total[b] = total[b] + (first + second);
        }
    }
    for (; i < rows; ++i)
        for (std::size_t b = 0; b < Count; ++b) total[b] = total[b] + L(x[i]) * L::load(M + i * stride + b * kLanes);
    for (std::size_t b = 0; b < Count; ++b) total[b].store(to + b * kLanes);
}
}  // namespace detail

/// to = Mᵀ x = Σ_i x_i (row i of M), four rows at a time; M is rows × (8 blocks).
template <class L>
POLARIZE_INLINE void multiply_transposed(std::size_t rows, std::size_t blocks, const double* M, const double* x,
                                         double* to) {
    const std::size_t stride = blocks * kLanes;
    std::size_t b = 0;
    for (; b + 4 <= blocks; b += 4) detail::transposed_columns<L, 4>(rows, stride, M + b * kLanes, x, to + b * kLanes);
    for (; b < blocks; ++b) detail::transposed_columns<L, 1>(rows, stride, M + b * kLanes, x, to + b * kLanes);
}

/// M −= scale · x yᵀ; M is rows × (8 blocks).
template <class L>
POLARIZE_INLINE void subtract_outer(std::size_t rows, std::size_t blocks, double* M, double scale, const double* x,
                                    const double* y) {
    const std::size_t stride = blocks * kLanes;
    for (std::size_t i = 0; i < rows; ++i) {
        const L factor(scale * x[i]);
        double* row = M + i * stride;
        for (std::size_t b = 0; b < blocks; ++b)
            (L::load(row + b * kLanes) - factor * L::load(y + b * kLanes)).store(row + b * kLanes);
    }
}

/// x −= scale · y.
template <class L>
POLARIZE_INLINE void subtract_scaled(std::size_t blocks, double* x, double scale, const double* y) {
    for (std::size_t b = 0; b < blocks; ++b)
        (L::load(x + b * kLanes) - L(scale) * L::load(y + b * kLanes)).store(x + b * kLanes);
}

/// to = base + Σ_j weights_j x_j over `count` elements, the terms added one after the other; `to` may be `base`.
template <class L>
POLARIZE_INLINE void add_terms(std::size_t count, std::size_t terms, const double* weights, const double* const* x,
                               const double* base, double* to) {
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        L total = L::load(base + i);
        for (std::size_t j = 0; j < terms; ++j) total = total + L(weights[j]) * L::load(x[j] + i);
        total.store(to + i);
    }
    for (; i < count; ++i) {
        double total = base[i];
        for (std::size_t j = 0; j < terms; ++j) total += weights[j] * x[j][i];
        to[i] = total;
    }
}

/// ‖x‖ without overflow for entries up to 1e300: scaled by the largest entry when that is huge.
template <class L>
POLARIZE_INLINE double norm(std::size_t blocks, const double* x) {
    L largest(0.0);
    for (std::size_t b = 0; b < blocks; ++b) largest = larger(largest, abs(L::load(x + b * kLanes)));
    const double top = maximum(largest).first();
    const double scale = top > 1e140 ? 0x1p-512 : 1.0;
    L total(0.0);
    for (std::size_t b = 0; b < blocks; ++b) {
        const L scaled = L::load(x + b * kLanes) * L(scale);
        total = total + scaled * scaled;
    }
    return __builtin_sqrt(sum(total).first()) / scale;
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
