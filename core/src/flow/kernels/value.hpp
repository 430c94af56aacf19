#pragma once

#include <cstddef>
#include <cstdint>

#include "flow/kernels/branches.hpp"
#include "flow/kernels/logistic.hpp"
#include "flow/kernels/maps.hpp"
#include "flow/kernels/vectors.hpp"
#include "flow/views.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// Gradient descent on the value-softmax model L(V, a) = ℓ(V σ(a)), one update at a time:
//   alpha = σ(a),  r = ∇ℓ(V alpha),  ∂L/∂V = r alphaᵀ,  ∂L/∂a = J(a)ᵀ Vᵀ r;  V −= lr ∂L/∂V,  a −= lr ∂L/∂a.

/// For kl, V is stored tokens × classes; elsewhere features × tokens.
constexpr bool tokens_are_rows(Loss loss) { return loss == Loss::kl; }

/// rows_i = 2 (⟨x_i, beta⟩ − y_i) for regression; −y_i sigmoid(−y_i ⟨x_i, beta⟩)/n for logistic data.
template <class L>
POLARIZE_INLINE void row_residuals(const ValueView& m) {
    multiply<L>(m.n, blocks_for(m.d), m.X, m.beta, m.rows);
    const L inverse_count(1.0 / static_cast<double>(m.n));
    for (std::size_t b = 0; b < blocks_for(m.n); ++b) {
        const L prediction = L::load(m.rows + b * kLanes);
        const L y = L::load(m.y + b * kLanes);
        const L result =
            m.loss == Loss::regression ? L(2.0) * (prediction - y) : -(y * sigmoid(-(y * prediction))) * inverse_count;
        result.store(m.rows + b * kLanes);
    }
}

/// residual = ∇ℓ(beta), for the losses other than logistic.
template <class L>
POLARIZE_INLINE void loss_residual(const ValueView& m) {
    const std::size_t features = blocks_for(m.d);
    if (m.loss == Loss::regression || m.loss == Loss::logistic_data) {
        row_residuals<L>(m);
        multiply_transposed<L>(m.n, features, m.X, m.rows, m.residual);
        return;
    }
    const double* target = m.loss == Loss::kl ? m.p_star : m.beta_star;
    const double* output = m.beta;
    if (m.loss == Loss::kl) {
        softmax<L>(features, m.d, m.beta, m.residual);
        output = m.residual;
    }
    for (std::size_t b = 0; b < features; ++b)
        (L::load(output + b * kLanes) - L::load(target + b * kLanes)).store(m.residual + b * kLanes);
}

/// Logistic loss, r = c beta_star: leaves J(a)ᵀ u in grad_a and returns c = −sigmoid(−z), so that ∂L/∂V = c beta_star
/// alphaᵀ and ∂L/∂a = c grad_a.
template <class L>
POLARIZE_INLINE double logistic_gradients(const ValueView& m) {
    const std::size_t tokens = blocks_for(m.k);
    multiply_transposed<L>(m.d, tokens, m.V, m.beta_star, m.u);
    const LogisticVectors x{m.a, m.u, m.g, m.alpha, m.grad_a};
    logistic_forward<L>(m.map, tokens, m.k, x);
    return -sigmoid(-logistic_finish<L>(m.map, tokens, m.k, x).first());
}

/// The other losses: beta = V alpha, residual = r, g = Vᵀ r and grad_a = ∂L/∂a (for kl with V transposed).
template <class L>
[[gnu::noinline]] void residual_gradients(const ValueView& m) {
    const std::size_t tokens = blocks_for(m.k);
    const std::size_t features = blocks_for(m.d);
    if (m.side != nullptr) branch_forward<L>(m.map.map, tokens, m.a, m.side, m.alpha);
    else map_forward<L>(m.map, tokens, m.k, m.a, m.alpha);
    if (tokens_are_rows(m.loss)) {
        multiply_transposed<L>(m.k, features, m.V, m.alpha, m.beta);
        loss_residual<L>(m);
        multiply<L>(m.k, features, m.V, m.residual, m.g);
    } else {
        multiply<L>(m.d, tokens, m.V, m.alpha, m.beta);
        loss_residual<L>(m);
        multiply_transposed<L>(m.d, tokens, m.V, m.residual, m.g);
    }
    if (m.side != nullptr) branch_backward<L>(m.map.map, tokens, m.a, m.side, m.alpha, m.g, m.grad_a);
    else map_backward<L>(m.map, tokens, m.k, m.a, m.alpha, m.g, m.grad_a);
}

/// `steps` updates of gradient descent; V and a move by the same gradients. `Group`: see descend_logistic.
template <class L, class Group>
void descend_value(const ValueView& m, std::int64_t steps) {
    if (m.loss == Loss::logistic) {
        descend_logistic<L, Group>(m, steps);
        return;
    }
    const std::size_t tokens = blocks_for(m.k);
    for (std::int64_t step = 0; step < steps; ++step) {
        residual_gradients<L>(m);
        if (m.train != Train::a_only) {
            if (tokens_are_rows(m.loss)) subtract_outer<L>(m.k, blocks_for(m.d), m.V, m.lr, m.alpha, m.residual);
            else subtract_outer<L>(m.d, tokens, m.V, m.lr, m.residual, m.alpha);
        }
        if (m.train != Train::V_only) subtract_scaled<L>(tokens, m.a, m.lr, m.grad_a);
    }
}

/// ℓ at the beta (and, for the losses on data, the predictions in `rows`) of the forward pass.
template <class L>
double value_loss(const ValueView& m, double z) {
    const std::size_t features = blocks_for(m.d);
    double total = 0;
    switch (m.loss) {
        case Loss::logistic: return softplus(-z);
        case Loss::square:
            for (std::size_t i = 0; i < m.d; ++i) total += (m.beta[i] - m.beta_star[i]) * (m.beta[i] - m.beta_star[i]);
            return 0.5 * total;
        case Loss::regression:
            multiply<L>(m.n, features, m.X, m.beta, m.rows);
            for (std::size_t i = 0; i < m.n; ++i) total += (m.rows[i] - m.y[i]) * (m.rows[i] - m.y[i]);
            return total;
        case Loss::logistic_data:
            multiply<L>(m.n, features, m.X, m.beta, m.rows);
            for (std::size_t i = 0; i < m.n; ++i) total += softplus(-m.y[i] * m.rows[i]);
            return total / static_cast<double>(m.n);
        case Loss::kl: break;
    }
    // Cross-entropy −Σ p* log q as the paper reports it; the shift keeps log q from a q that underflows.
    double largest = m.beta[0];
    for (std::size_t i = 1; i < m.d; ++i) largest = m.beta[i] > largest ? m.beta[i] : largest;
    double normaliser = 0;
    for (std::size_t i = 0; i < m.d; ++i) normaliser += exp(m.beta[i] - largest);
    for (std::size_t i = 0; i < m.d; ++i)
        if (m.p_star[i] > 0) total += m.p_star[i] * (log(normaliser) - (m.beta[i] - largest));
    return total;
}

/// Loss, margin and gradient norms at the present V and a, which stay as they are; alpha, u, beta, residual, g and
/// grad_a are left in the scratch.
template <class L>
Observation observe_value(const ValueView& m) {
    const std::size_t tokens = blocks_for(m.k);
    const std::size_t features = blocks_for(m.d);
    Observation seen{};
    double factor = 1;
    const double* residual = m.residual;
    if (m.loss == Loss::logistic) {
        factor = logistic_gradients<L>(m);
        residual = m.beta_star;
        multiply<L>(m.d, tokens, m.V, m.alpha, m.beta);
    } else {
        residual_gradients<L>(m);
        if (tokens_are_rows(m.loss)) multiply<L>(m.k, features, m.V, m.beta_star, m.u);
        else multiply_transposed<L>(m.d, tokens, m.V, m.beta_star, m.u);
    }
    seen.margin = dot<L>(tokens, m.alpha, m.u).first();
    seen.loss = value_loss<L>(m, seen.margin);
    seen.grad_V = __builtin_fabs(factor) * norm<L>(features, residual) * norm<L>(tokens, m.alpha);
    seen.grad_a = __builtin_fabs(factor) * norm<L>(tokens, m.grad_a);
    seen.beta_norm = norm<L>(features, m.beta);
    return seen;
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
