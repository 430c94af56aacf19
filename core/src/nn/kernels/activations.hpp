#pragma once

#include <cstddef>

#include "simd/fused_elementary.hpp"

// Elementwise maps over rows of `columns` numbers that lie `row` apart, each with the backward pass beside it. Padding
// may be computed too.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// Calls `at(i)` for every pack of every row, i its place.
template <class P, class Function>
POLARIZE_INLINE void for_each_pack(std::size_t rows, std::size_t columns, std::size_t row, Function at) {
    for (std::size_t m = 0; m < rows; ++m)
        for (std::size_t n = 0; n < columns; n += P::size) at(m * row + n);
}

/// y = x Φ(x) and slope = y' = Φ(x) + x φ(x), exact GELU; y may be x.
template <class P, class T = typename P::value_type>
void gelu(std::size_t rows, std::size_t columns, std::size_t row, const T* x, T* y, T* slope) {
    for_each_pack<P>(rows, columns, row, [=](std::size_t i) __attribute__((always_inline)) {
        const P at = load<P>(x + i);
        const Normal<P> n = normal(at);
        store(at * n.distribution, y + i);
        store(multiply_add(at, n.density, n.distribution), slope + i);
    });
}

/// g ← g ⊙ slope.
template <class P, class T = typename P::value_type>
void scale_by(std::size_t rows, std::size_t columns, std::size_t row, T* g, const T* slope) {
    for_each_pack<P>(rows, columns, row, [=](std::size_t i) __attribute__((always_inline)) {
        store(load<P>(g + i) * load<P>(slope + i), g + i);
    });
}

/// x ← elu(x) + 1: x + 1 where x > 0, else e^x.
template <class P, class T = typename P::value_type>
void elu_plus_one(std::size_t rows, std::size_t columns, std::size_t row, T* x) {
    for_each_pack<P>(rows, columns, row, [=](std::size_t i) __attribute__((always_inline)) {
        const P at = load<P>(x + i);
        store(select(P(0) < at, at + P(1), exponential(at)), x + i);
    });
}

/// g ← g ⊙ min(y, 1): the slope of elu(x) + 1 in terms of its value y.
template <class P, class T = typename P::value_type>
void elu_plus_one_backward(std::size_t rows, std::size_t columns, std::size_t row, T* g, const T* y) {
    for_each_pack<P>(rows, columns, row, [=](std::size_t i) __attribute__((always_inline)) {
        store(load<P>(g + i) * smaller(P(1), load<P>(y + i)), g + i);
    });
}

/// out ← o ⊙ s with s = sigmoid(gate); o stays, gate ← s.
template <class P, class T = typename P::value_type>
void apply_gate(std::size_t rows, std::size_t columns, std::size_t row, const T* o, T* gate, T* out) {
    for_each_pack<P>(rows, columns, row, [=](std::size_t i) __attribute__((always_inline)) {
        const P s = logistic_function(load<P>(gate + i));
        store(s, gate + i);
        store(load<P>(o + i) * s, out + i);
    });
}

/// From g, the gradient of o ⊙ s:  g ← g ⊙ s, that of o;  d_gate = g ⊙ o ⊙ s ⊙ (1 − s), that of the gate before its
/// sigmoid.
template <class P, class T = typename P::value_type>
void apply_gate_backward(std::size_t rows, std::size_t columns, std::size_t row, const T* o, const T* s, T* g,
                         T* d_gate) {
    for_each_pack<P>(rows, columns, row, [=](std::size_t i) __attribute__((always_inline)) {
        const P gate = load<P>(s + i);
        const P through = load<P>(g + i) * gate;
        store(through * load<P>(o + i) * (P(1) - gate), d_gate + i);
        store(through, g + i);
    });
}

/// sums[n] += Σ_m x[m][n].
template <class P, class T = typename P::value_type>
void add_columns(std::size_t rows, std::size_t columns, std::size_t row, const T* x, T* sums) {
    for_each_pack<P>(rows, columns, row, [=](std::size_t i) __attribute__((always_inline)) {
        const std::size_t n = i % row;
        store(load<P>(sums + n) + load<P>(x + i), sums + n);
    });
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
