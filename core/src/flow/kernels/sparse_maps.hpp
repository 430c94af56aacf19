#pragma once

#include <cstddef>

#include "flow/kernels/vectors.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// Maps with exact zeros: sparsemax max(a − θ, 0) (Martins, Astudillo 2016) and entmax-1.5 max(a/2 − θ, 0)² (Peters,
// Niculae, Martins 2019). The threshold θ makes the weights sum to 1. It is found by Newton's method and not by
// sorting: the sum is convex and falls with θ, so from a θ where it is at least 1 the steps climb to the root and never
// pass it.

/// max(scale · (a − max a) − θ, 0) of block `b`; 0 in the padding.
template <class L>
POLARIZE_INLINE L above_threshold(std::size_t b, std::size_t k, const double* a, const L& top, double scale,
                                  const L& threshold) {
    const L over = (L::load(a + b * kLanes) - top) * L(scale) - threshold;
    return select(inside<L>(b, k), larger(L(0.0), over), L(0.0));
}

/// The threshold of max a = 0; −1 is where the largest score alone has weight 1. `step` gives Newton's step at a
/// threshold. In exact arithmetic the steps are positive until they vanish; the first that does not climb ends it.
template <class L, class Step>
POLARIZE_INLINE L climb_to_threshold(Step step) {
    constexpr int kMaxSteps = 100;
    L threshold(-1.0);
    for (int i = 0; i < kMaxSteps; ++i) {
        const L next = threshold + step(threshold);
        if (!any(threshold < next)) break;
        threshold = next;
    }
    return threshold;
}

/// alpha = max(a − θ, 0), k elements. A step is (Σ max(a−θ,0) − 1)/|support|: once the support is right it lands on θ.
template <class L>
POLARIZE_INLINE void sparsemax(std::size_t blocks, std::size_t k, const double* a, double* alpha) {
    const L top = largest<L>(blocks, k, a);
    const L threshold = climb_to_threshold<L>([&](const L& at) {
        L total(0.0), count(0.0);
        for (std::size_t b = 0; b < blocks; ++b) {
            const L over = above_threshold(b, k, a, top, 1.0, at);
            total = total + over;
            count = count + select(L(0.0) < over, L(1.0), L(0.0));
        }
        return (sum(total) - L(1.0)) / sum(count);
    });
    for (std::size_t b = 0; b < blocks; ++b) above_threshold(b, k, a, top, 1.0, threshold).store(alpha + b * kLanes);
}

/// grad_a = g − mean of g over the support {alpha > 0}; 0 off it.
template <class L>
POLARIZE_INLINE void sparsemax_backward(std::size_t blocks, const double* alpha, const double* g, double* grad_a) {
    L total(0.0), count(0.0);
    for (std::size_t b = 0; b < blocks; ++b) {
        const auto is_in = L(0.0) < L::load(alpha + b * kLanes);
        total = total + select(is_in, L::load(g + b * kLanes), L(0.0));
        count = count + select(is_in, L(1.0), L(0.0));
    }
    const L mean = sum(total) / sum(count);
    for (std::size_t b = 0; b < blocks; ++b)
        select(L(0.0) < L::load(alpha + b * kLanes), L::load(g + b * kLanes) - mean, L(0.0)).store(grad_a + b * kLanes);
}

/// alpha = max(a/2 − θ, 0)², k elements. With p = max(a/2−θ,0) a step is (Σp² − 1)/(2Σp).
template <class L>
POLARIZE_INLINE void entmax15(std::size_t blocks, std::size_t k, const double* a, double* alpha) {
    constexpr double kHalf = 0.5;
    const L top = largest<L>(blocks, k, a);
    const L threshold = climb_to_threshold<L>([&](const L& at) {
        L squares(0.0), total(0.0);
        for (std::size_t b = 0; b < blocks; ++b) {
            const L root = above_threshold(b, k, a, top, kHalf, at);
            squares = squares + root * root;
            total = total + root;
        }
        return (sum(squares) - L(1.0)) / (sum(total) * L(2.0));
    });
    for (std::size_t b = 0; b < blocks; ++b) {
        const L root = above_threshold(b, k, a, top, kHalf, threshold);
        (root * root).store(alpha + b * kLanes);
    }
}

/// grad_a = p ⊙ (g − ⟨p,g⟩/Σp) with p = √alpha.
template <class L>
POLARIZE_INLINE void entmax15_backward(std::size_t blocks, const double* alpha, const double* g, double* grad_a) {
    L weighted(0.0), total(0.0);
    for (std::size_t b = 0; b < blocks; ++b) {
        const L root = sqrt(L::load(alpha + b * kLanes));
        weighted = weighted + root * L::load(g + b * kLanes);
        total = total + root;
    }
    const L mean = sum(weighted) / sum(total);
    for (std::size_t b = 0; b < blocks; ++b)
        (sqrt(L::load(alpha + b * kLanes)) * (L::load(g + b * kLanes) - mean)).store(grad_a + b * kLanes);
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
