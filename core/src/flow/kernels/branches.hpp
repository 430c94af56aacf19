#pragma once

#include <cstddef>

#include <polarize/names.hpp>
#include "flow/kernels/maps.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// The maps l1 and softpick on the smooth branches that sides tell in place of the scores' own signs: side 1 stands for
// a score above 0, −1 for one below and 0 for one that is held at 0. Where sides and signs agree, so do the bits.

/// Σ|a| + ε of l1.
template <class L>
POLARIZE_INLINE L l1_branch_norm(std::size_t blocks, const double* a, const double* side) {
    const L total_size =
        total<L>(blocks, [&](std::size_t b) { return L::load(side + b * kLanes) * L::load(a + b * kLanes); });
    return L(total_size.first() + kEpsilon);
}

/// Σ|e^a − 1| + ε of softpick, times e^−m with the shift m of `pick`.
template <class L>
POLARIZE_INLINE L softpick_branch_norm(const Softpick<L>& pick, std::size_t blocks, const double* a,
                                       const double* side) {
    const L total_size = total<L>(
        blocks, [&](std::size_t b) { return L::load(side + b * kLanes) * pick.term(L::load(a + b * kLanes)); });
    return total_size + L(kEpsilon) * pick.floor;
}

/// alpha = σ(a) on the branches of `side`.
template <class L>
[[gnu::noinline]] void branch_forward(ScoreMap map, std::size_t blocks, const double* a, const double* side,
                                      double* alpha) {
    if (map == ScoreMap::l1) {
        const L norm = l1_branch_norm<L>(blocks, a, side);
        for (std::size_t b = 0; b < blocks; ++b)
            (L::load(side + b * kLanes) * L::load(a + b * kLanes) / norm).store(alpha + b * kLanes);
        return;
    }
    const Softpick<L> pick(blocks, a);
    const L norm = softpick_branch_norm(pick, blocks, a, side);
    for (std::size_t b = 0; b < blocks; ++b) {
        const auto counts = L(0.0) < L::load(side + b * kLanes);
        (select(counts, pick.term(L::load(a + b * kLanes)), L(0.0)) / norm).store(alpha + b * kLanes);
    }
}

/// grad_a = J(a)ᵀ g on the branches of `side`; 0 for a score that is held.
template <class L>
[[gnu::noinline]] void branch_backward(ScoreMap map, std::size_t blocks, const double* a, const double* side,
                                       const double* alpha, const double* g, double* grad_a) {
    const L mean = dot<L>(blocks, g, alpha);
    if (map == ScoreMap::l1) {
        const L inverse = L(1.0) / l1_branch_norm<L>(blocks, a, side);
        for (std::size_t b = 0; b < blocks; ++b)
            ((L::load(side + b * kLanes) * inverse) * (L::load(g + b * kLanes) - mean)).store(grad_a + b * kLanes);
        return;
    }
    const Softpick<L> pick(blocks, a);
    const L norm = softpick_branch_norm(pick, blocks, a, side);
    for (std::size_t b = 0; b < blocks; ++b) {
        const L sign = L::load(side + b * kLanes);
        const L slope = exp(L::load(a + b * kLanes) - pick.shift) / norm;
        const L below = select(sign < L(0.0), mean, L(0.0));
        const L incoming = select(L(0.0) < sign, L::load(g + b * kLanes) - mean, below);
        (slope * incoming).store(grad_a + b * kLanes);
    }
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
