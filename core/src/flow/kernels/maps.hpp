#pragma once

#include <cstddef>

#include <polarize/names.hpp>
#include "flow/kernels/sink_maps.hpp"
#include "flow/kernels/sparse_maps.hpp"
#include "flow/kernels/vectors.hpp"

// The score maps alpha = σ(a) from k scores to k weights, and the products J(a)ᵀ g of their Jacobians with a vector.
// Vectors are whole lane groups: `blocks` times 8 numbers, 0 behind the k of the model. Ratios are numerator(a_i) over
// Σ_j numerator(a_j) + ε; the formulas of all maps stand in names.hpp.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// e_i = e^(a_i−m) over `size` elements, 0 in the padding, with a shift m: 0 while every |a| ≤ 300, where no
/// exponential can overflow, so that the horizontal maximum stays off the critical path of an update; beyond, max a.
template <class L>
POLARIZE_INLINE void softmax_numerators(std::size_t blocks, std::size_t size, const double* a, double* e) {
    constexpr double kSafe = 300;
    const auto write = [&](auto shifted) {
        for (std::size_t b = 0; b < blocks; ++b)
            select(inside<L>(b, size), exp_below_overflow(shifted(L::load(a + b * kLanes))), L(0.0))
                .store(e + b * kLanes);
    };
    L magnitude(0.0);
    for (std::size_t b = 0; b < blocks; ++b) magnitude = larger(magnitude, abs(L::load(a + b * kLanes)));
    if (!any(L(kSafe) < magnitude)) {
        write([](const L& scores) { return scores; });
        return;
    }
    const L shift = largest<L>(blocks, size, a);
    write([&shift](const L& scores) { return scores - shift; });
}

/// Σ_i term(i) over lane groups i, in every lane.
template <class L, class Term>
POLARIZE_INLINE L total(std::size_t blocks, Term term) {
    L result = term(0);
    for (std::size_t b = 1; b < blocks; ++b) result = result + term(b);
    return sum(result);
}

/// alpha = softmax(a) over `size` elements.
template <class L>
POLARIZE_INLINE void softmax(std::size_t blocks, std::size_t size, const double* a, double* alpha) {
    softmax_numerators<L>(blocks, size, a, alpha);
    const L inverse = L(1.0) / total<L>(blocks, [&](std::size_t b) { return L::load(alpha + b * kLanes); });
    for (std::size_t b = 0; b < blocks; ++b) (L::load(alpha + b * kLanes) * inverse).store(alpha + b * kLanes);
}

/// From the numerators e of softmax: alpha = e/Σe and grad_a = J(a)ᵀ g = alpha ⊙ (g − z); returns z = ⟨g, alpha⟩ in
/// every lane. An update is one chain of operations that wait for each other; with z = Σ e g / Σ e its two sums run
/// side by side, unless g is so large that e g overflows.
template <class L>
POLARIZE_INLINE L softmax_finish(std::size_t blocks, const double* e, const double* g, double* alpha, double* grad_a) {
    constexpr double kHuge = 1e300;
    const L weighted = dot<L>(blocks, g, e);
    const L inverse = L(1.0) / total<L>(blocks, [&](std::size_t b) { return L::load(e + b * kLanes); });
    for (std::size_t b = 0; b < blocks; ++b) (L::load(e + b * kLanes) * inverse).store(alpha + b * kLanes);
    L mean = weighted * inverse;
    if (!any(abs(weighted) < L(kHuge))) mean = dot<L>(blocks, g, alpha);
    for (std::size_t b = 0; b < blocks; ++b)
        (L::load(alpha + b * kLanes) * (L::load(g + b * kLanes) - mean)).store(grad_a + b * kLanes);
    return mean;
}

/// What such a map divides by, and the power of two that keeps squares of huge scores finite.
struct Norm {
    double value = 1;  ///< of the scaled scores
    double scale = 1;  ///< 1 unless scores exceed 1e140
};

/// The numerator of `map` for the scores `a` (elementwise maps: alpha itself). Padding lanes give 0 but for sigmoid.
template <class L>
POLARIZE_INLINE L map_numerator(ScoreMap map, const L& a) {
    switch (map) {
        case ScoreMap::l1: return abs(a);
        case ScoreMap::l2: return a * a;
        case ScoreMap::relu_norm:
        case ScoreMap::relu: return larger(L(0.0), a);
        case ScoreMap::sigmoid: return sigmoid(a);
        default: return a;
    }
}

/// The scaled norm of `map` at `a`: Σ numerator + ε, where the map has one.
template <class L>
POLARIZE_INLINE Norm map_norm(ScoreMap map, std::size_t blocks, const double* a) {
    Norm norm;
    if (!traits(map).is_ratio) return norm;
    if (map == ScoreMap::l2) {
        L largest(0.0);
        for (std::size_t b = 0; b < blocks; ++b) largest = larger(largest, abs(L::load(a + b * kLanes)));
        if (any(L(1e140) < largest)) norm.scale = 0x1p-512;
    }
    L total(0.0);
    for (std::size_t b = 0; b < blocks; ++b)
        total = total + map_numerator(map, L::load(a + b * kLanes) * L(norm.scale));
    const double epsilon = map == ScoreMap::l2 ? kEpsilon * norm.scale * norm.scale : kEpsilon;
    norm.value = sum(total).first() + epsilon;
    return norm;
}

/// alpha = σ(a) by its numerator and norm: the maps that are ratios and the elementwise ones.
template <class L>
POLARIZE_INLINE void ratio_forward(ScoreMap map, std::size_t blocks, std::size_t k, const double* a, double* alpha) {
    const Norm norm = map_norm<L>(map, blocks, a);
    for (std::size_t b = 0; b < blocks; ++b) {
        const L numerator = map_numerator(map, L::load(a + b * kLanes) * L(norm.scale));
        select(inside<L>(b, k), numerator / L(norm.value), L(0.0)).store(alpha + b * kLanes);
    }
}

/// alpha = softmax(a/T), k elements.
template <class L>
POLARIZE_INLINE void softmax_forward(double temperature, std::size_t blocks, std::size_t k, const double* a,
                                     double* alpha) {
    if (temperature == 1) {
        softmax<L>(blocks, k, a, alpha);
        return;
    }
    for (std::size_t b = 0; b < blocks; ++b) (L::load(a + b * kLanes) / L(temperature)).store(alpha + b * kLanes);
    softmax<L>(blocks, k, alpha, alpha);
}

/// alpha = σ(a), k elements.
template <class L>
[[gnu::noinline]] void map_forward(Weighting map, std::size_t blocks, std::size_t k, const double* a, double* alpha) {
    switch (map.map) {
        case ScoreMap::softmax: return softmax_forward<L>(map.temperature, blocks, k, a, alpha);
        case ScoreMap::softmax_plus_one: return softmax_plus_one<L>(blocks, k, a, alpha);
        case ScoreMap::softpick: return softpick<L>(blocks, a, alpha);
        case ScoreMap::sparsemax: return sparsemax<L>(blocks, k, a, alpha);
        case ScoreMap::entmax15: return entmax15<L>(blocks, k, a, alpha);
        default: return ratio_forward<L>(map.map, blocks, k, a, alpha);
    }
}

/// The factor that ∂alpha/∂a has beyond (g − ⟨g,alpha⟩), for the maps that are ratios.
template <class L>
POLARIZE_INLINE L map_slope(ScoreMap map, const L& a, const Norm& norm) {
    const L inverse = L(norm.scale / norm.value);
    switch (map) {
        case ScoreMap::l1: return select(L(0.0) < a, inverse, select(a < L(0.0), -inverse, L(0.0)));
        case ScoreMap::l2: return (a * L(norm.scale)) * (inverse + inverse);
        case ScoreMap::relu_norm: return select(L(0.0) < a, inverse, L(0.0));
        default: return inverse;
    }
}

/// grad_a = alpha ⊙ (g − ⟨g,alpha⟩), for softmax and softmax_plus_one.
template <class L>
POLARIZE_INLINE void softmax_backward(std::size_t blocks, const double* alpha, const double* g, double* grad_a) {
    const L mean = dot<L>(blocks, g, alpha);
    for (std::size_t b = 0; b < blocks; ++b)
        (L::load(alpha + b * kLanes) * (L::load(g + b * kLanes) - mean)).store(grad_a + b * kLanes);
}

/// grad_a = J(a)ᵀ g for the maps of ratio_forward.
template <class L>
POLARIZE_INLINE void ratio_backward(ScoreMap map, std::size_t blocks, std::size_t k, const double* a,
                                    const double* alpha, const double* g, double* grad_a) {
    const Norm norm = map_norm<L>(map, blocks, a);
    const L mean = traits(map).is_ratio ? dot<L>(blocks, g, alpha) : L(0.0);
    for (std::size_t b = 0; b < blocks; ++b) {
        const L scores = L::load(a + b * kLanes);
        const L weights = L::load(alpha + b * kLanes);
        const L incoming = L::load(g + b * kLanes) - mean;
        L slope(1.0);
        if (map == ScoreMap::sigmoid) slope = weights * (L(1.0) - weights);
        else if (map == ScoreMap::relu) slope = select(L(0.0) < scores, L(1.0), L(0.0));
        else if (map != ScoreMap::identity) slope = map_slope(map, scores, norm);
        select(inside<L>(b, k), slope * incoming, L(0.0)).store(grad_a + b * kLanes);
    }
}

/// grad_a = J(a)ᵀ g, the vector–Jacobian product of the map at a with alpha = σ(a); k elements.
template <class L>
[[gnu::noinline]] void map_backward(Weighting map, std::size_t blocks, std::size_t k, const double* a,
                                    const double* alpha, const double* g, double* grad_a) {
    switch (map.map) {
        case ScoreMap::softmax:
            softmax_backward<L>(blocks, alpha, g, grad_a);
            if (map.temperature == 1) return;
            for (std::size_t b = 0; b < blocks; ++b)
                (L::load(grad_a + b * kLanes) / L(map.temperature)).store(grad_a + b * kLanes);
            return;
        case ScoreMap::softmax_plus_one: return softmax_backward<L>(blocks, alpha, g, grad_a);
        case ScoreMap::softpick: return softpick_backward<L>(blocks, a, alpha, g, grad_a);
        case ScoreMap::sparsemax: return sparsemax_backward<L>(blocks, alpha, g, grad_a);
        case ScoreMap::entmax15: return entmax15_backward<L>(blocks, alpha, g, grad_a);
        default: return ratio_backward<L>(map.map, blocks, k, a, alpha, g, grad_a);
    }
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
