#pragma once

#include <cstddef>
#include <cstdint>

#include "flow/kernels/maps.hpp"
#include "flow/kernels/vectors.hpp"
#include "flow/views.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// The tied model alpha = σ(U a), beta = U alpha with the logistic loss, c = −sigmoid(−z). With h = J(Ua)ᵀ Uᵀ beta_star:
//   ∂L/∂U = c (beta_star alphaᵀ + h aᵀ),  ∂L/∂a = c Uᵀ h.

/// Forward pass and gradients without their common factor c, which is returned: h in grad_logits, Uᵀ h in grad_a.
template <class L>
POLARIZE_INLINE double tied_gradients(const TiedView& m) {
    const std::size_t blocks = blocks_for(m.D);
    multiply<L>(m.D, blocks, m.U, m.a, m.logits);
    map_forward<L>(m.map, blocks, m.D, m.logits, m.alpha);
    multiply_transposed<L>(m.D, blocks, m.U, m.beta_star, m.u);
    const double z = dot<L>(blocks, m.alpha, m.u).first();
    map_backward<L>(m.map, blocks, m.D, m.logits, m.alpha, m.u, m.grad_logits);
    multiply_transposed<L>(m.D, blocks, m.U, m.grad_logits, m.grad_a);
    return -sigmoid(-z);
}

/// `steps` updates of gradient descent; U and a move by the same gradients.
template <class L>
void descend_tied(const TiedView& m, std::int64_t steps) {
    const std::size_t blocks = blocks_for(m.D);
    for (std::int64_t step = 0; step < steps; ++step) {
        const double scale = m.lr * tied_gradients<L>(m);
        if (m.train != Train::a_only) {
            subtract_outer<L>(m.D, blocks, m.U, scale, m.beta_star, m.alpha);
            subtract_outer<L>(m.D, blocks, m.U, scale, m.grad_logits, m.a);
        }
        if (m.train != Train::V_only) subtract_scaled<L>(blocks, m.a, scale, m.grad_a);
    }
}

/// Loss, margin and gradient norms at the present U and a, which stay as they are.
template <class L>
Observation observe_tied(const TiedView& m) {
    const std::size_t blocks = blocks_for(m.D);
    Observation seen{};
    const double factor = __builtin_fabs(tied_gradients<L>(m));
    seen.margin = dot<L>(blocks, m.alpha, m.u).first();
    seen.loss = softplus(-seen.margin);

    // ‖x pᵀ + y qᵀ‖² = ‖x‖²‖p‖² + 2⟨x,y⟩⟨p,q⟩ + ‖y‖²‖q‖²
    const auto product = [&](const double* x, const double* y) { return dot<L>(blocks, x, y).first(); };
    const double squared = product(m.beta_star, m.beta_star) * product(m.alpha, m.alpha) +
                           2.0 * product(m.beta_star, m.grad_logits) * product(m.alpha, m.a) +
                           product(m.grad_logits, m.grad_logits) * product(m.a, m.a);
    seen.grad_V = factor * __builtin_sqrt(squared < 0 ? 0.0 : squared);
    seen.grad_a = factor * norm<L>(blocks, m.grad_a);
    multiply<L>(m.D, blocks, m.U, m.alpha, m.beta);
    seen.beta_norm = norm<L>(blocks, m.beta);
    return seen;
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
