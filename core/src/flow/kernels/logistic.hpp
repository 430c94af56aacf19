#pragma once

#include <cstddef>
#include <cstdint>

#include "flow/kernels/maps.hpp"
#include "flow/kernels/vectors.hpp"
#include "flow/views.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// Gradient descent on the logistic loss, r = −sigmoid(−z) beta_star: only u = Vᵀ beta_star and z = ⟨u, alpha⟩ are
// needed, not beta. With c = sigmoid(−z):
//   V += lr c beta_star alphaᵀ,  a += lr c J(a)ᵀ u.

/// Vectors of k elements (whole lane groups) that an update works on.
struct LogisticVectors {
    double* a;
    double* u;        ///< Vᵀ beta_star
    double* forward;  ///< what of σ(a) is known without u: e^(a−m) for softmax, else alpha
    double* alpha;    ///< σ(a)
    double* grad_a;   ///< J(a)ᵀ u
};

/// The part of the pass that needs only a.
template <class L>
POLARIZE_INLINE void logistic_forward(Weighting map, std::size_t blocks, std::size_t k, const LogisticVectors& x) {
    if (map == ScoreMap::softmax) softmax_numerators<L>(blocks, k, x.a, x.forward);
    else map_forward<L>(map, blocks, k, x.a, x.forward);
}

/// The rest: alpha = σ(a) and grad_a = J(a)ᵀ u; returns z = ⟨u, alpha⟩ in every lane.
template <class L>
POLARIZE_INLINE L logistic_finish(Weighting map, std::size_t blocks, std::size_t k, const LogisticVectors& x) {
    if (map == ScoreMap::softmax) return softmax_finish<L>(blocks, x.forward, x.u, x.alpha, x.grad_a);
    for (std::size_t b = 0; b < blocks; ++b) L::load(x.forward + b * kLanes).store(x.alpha + b * kLanes);
    map_backward<L>(map, blocks, k, x.a, x.alpha, x.u, x.grad_a);
    return dot<L>(blocks, x.alpha, x.u);
}

/// V += scale · beta_star alphaᵀ and u = Vᵀ beta_star of the new V, in one pass over V; d × (8 blocks). Rows are summed
/// as multiply_transposed sums them.
template <class L>
POLARIZE_INLINE void move_values(const ValueView& m, std::size_t blocks, const L& scale, const LogisticVectors& x) {
    const std::size_t stride = blocks * kLanes;
    for (std::size_t b = 0; b < blocks; ++b) {
        const L alpha = L::load(x.alpha + b * kLanes);
        double* column = m.V + b * kLanes;
        const auto moved = [&](std::size_t i) {
            const L teacher(m.beta_star[i]);
            const L row = L::load(column + i * stride) + (scale * teacher) * alpha;
            row.store(column + i * stride);
            return teacher * row;
        };
        L total(0.0);
        std::size_t i = 0;
        for (; i + 4 <= m.d; i += 4) {
            const L first = moved(i) + moved(i + 1);
            const L second = moved(i + 2) + moved(i + 3);
            total = total + (first + second);
        }
        for (; i < m.d; ++i) total = total + moved(i);
        total.store(x.u + b * kLanes);
    }
}

/// `steps` updates of gradient descent with the vectors `x`, of which a and u = Vᵀ beta_star are given. The next
/// forward pass stands before the move of V, which it does not wait for: a processor that takes the oldest operations
/// first then never keeps the longer chain waiting.
template <class L>
POLARIZE_INLINE void descend_logistic(const ValueView& m, Weighting map, std::size_t blocks, const LogisticVectors& x,
                                      std::int64_t steps) {
    logistic_forward<L>(map, blocks, m.k, x);
    for (std::int64_t step = 0; step < steps; ++step) {
        const L z = logistic_finish<L>(map, blocks, m.k, x);
        const L scale = scaled_sigmoid_of_negative(L(m.lr), z);
        if (m.train != Train::V_only) {
            for (std::size_t b = 0; b < blocks; ++b)
                (L::load(x.a + b * kLanes) + scale * L::load(x.grad_a + b * kLanes)).store(x.a + b * kLanes);
            logistic_forward<L>(map, blocks, m.k, x);
        }
        if (m.train != Train::a_only) move_values<L>(m, blocks, scale, x);
    }
}

/// The same for softmax and up to eight tokens: the vectors stay in registers all the way.
template <class L>
[[gnu::noinline]] void descend_softmax_group(const ValueView& model, std::int64_t steps) {
    const ValueView m = model;  // a copy, which no store to V can change
    alignas(64) double a[kLanes];
    alignas(64) double u[kLanes];
    alignas(64) double forward[kLanes];
    alignas(64) double alpha[kLanes];
    alignas(64) double grad_a[kLanes];
    L::load(m.a).store(a);
    L::load(m.u).store(u);
    descend_logistic<L>(m, ScoreMap::softmax, 1, {a, u, forward, alpha, grad_a}, steps);
    L::load(a).store(m.a);
}

/// `steps` updates of gradient descent on the logistic loss; `Group` are the lanes for models of one lane group.
template <class L, class Group>
void descend_logistic(const ValueView& m, std::int64_t steps) {
    const std::size_t blocks = blocks_for(m.k);
    multiply_transposed<L>(m.d, blocks, m.V, m.beta_star, m.u);
    if (blocks == 1 && m.map == ScoreMap::softmax) descend_softmax_group<Group>(m, steps);
    else descend_logistic<L>(m, m.map, blocks, {m.a, m.u, m.g, m.alpha, m.grad_a}, steps);
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
