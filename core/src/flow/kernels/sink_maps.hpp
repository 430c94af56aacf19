#pragma once

#include <cstddef>

#include <polarize/names.hpp>
#include "flow/kernels/vectors.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// Maps whose weights may all be small: what no token earns goes nowhere, where softmax needs a token to serve as sink.

/// max(0, max a) over lane groups padded with zeros, in every lane.
template <class L>
POLARIZE_INLINE L largest_or_zero(std::size_t blocks, const double* a) {
    L most(0.0);
    for (std::size_t b = 0; b < blocks; ++b) most = larger(most, L::load(a + b * kLanes));
    return maximum(most);
}

/// alpha = e^a/(1 + Σe^a) = e^(a−m)/(e^−m + Σe^(a−m)) with m = max(0, max a), k elements.
template <class L>
POLARIZE_INLINE void softmax_plus_one(std::size_t blocks, std::size_t k, const double* a, double* alpha) {
    const L shift = largest_or_zero<L>(blocks, a);
    L total(0.0);
    for (std::size_t b = 0; b < blocks; ++b) {
        const L e = select(inside<L>(b, k), exp(L::load(a + b * kLanes) - shift), L(0.0));
        e.store(alpha + b * kLanes);
        total = total + e;
    }
    const L norm = exp(-shift) + sum(total);
    for (std::size_t b = 0; b < blocks; ++b) (L::load(alpha + b * kLanes) / norm).store(alpha + b * kLanes);
}

/// e^x − 1 for each lane, relative error below 3e-15: near 0 by its series.
template <class L>
POLARIZE_INLINE L exp_minus_one(const L& x) {
    constexpr double kNear = 0.125;
    L series(1.0 / 11.0);
    for (int n = 10; n >= 2; --n) series = (L(1.0) + x * series) * L(1.0 / n);
    return select(abs(x) < L(kNear), x * (L(1.0) + x * series), exp(x) - L(1.0));
}

/// Softpick's terms e^(a−m) − e^−m and what divides them, Σ|e^(a−m) − e^−m| + ε e^−m. The shift m is 0 while max a is
/// at most 300, so that small scores keep their precision.
template <class L>
struct Softpick {
    L shift;
    L floor;  ///< e^−m
    L norm;

    POLARIZE_INLINE Softpick(std::size_t blocks, const double* a) {
        constexpr double kSafe = 300;
        shift = largest_or_zero<L>(blocks, a);
        shift = select(L(kSafe) < shift, shift, L(0.0));
        floor = exp(-shift);
        L total(0.0);
        for (std::size_t b = 0; b < blocks; ++b) total = total + abs(term(L::load(a + b * kLanes)));
        norm = sum(total) + L(kEpsilon) * floor;
    }

    /// 0 in the padding, where a is.
    POLARIZE_INLINE L term(const L& a) const {
        return select(L(0.0) < shift, exp(a - shift) - floor, exp_minus_one(a));
    }
};

/// alpha = max(e^a − 1, 0)/(Σ|e^a − 1| + ε).
template <class L>
POLARIZE_INLINE void softpick(std::size_t blocks, const double* a, double* alpha) {
    const Softpick<L> pick(blocks, a);
    for (std::size_t b = 0; b < blocks; ++b)
        (larger(L(0.0), pick.term(L::load(a + b * kLanes))) / pick.norm).store(alpha + b * kLanes);
}

/// grad_a = e^a/norm ⊙ ([a>0] g − sign(a) ⟨g,alpha⟩): a score below 0 is driven by its share of the norm alone.
template <class L>
POLARIZE_INLINE void softpick_backward(std::size_t blocks, const double* a, const double* alpha, const double* g,
                                       double* grad_a) {
    const Softpick<L> pick(blocks, a);
    const L mean = dot<L>(blocks, g, alpha);
    for (std::size_t b = 0; b < blocks; ++b) {
        const L score = L::load(a + b * kLanes);
        const L slope = exp(score - pick.shift) / pick.norm;
        const L below = select(score < L(0.0), mean, L(0.0));
        const L incoming = select(L(0.0) < score, L::load(g + b * kLanes) - mean, below);
        (slope * incoming).store(grad_a + b * kLanes);
    }
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
