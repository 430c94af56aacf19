#pragma once

#include <cstddef>

#include "flow/kernels/branches.hpp"
#include "flow/kernels/tied.hpp"
#include "flow/kernels/value.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// Right-hand sides of gradient flow: V' = −∂L/∂V, a' = −∂L/∂a.

/// M = scale · x yᵀ; M is rows × (8 blocks).
template <class L>
POLARIZE_INLINE void write_outer(std::size_t rows, std::size_t blocks, double* M, double scale, const double* x,
                                 const double* y) {
    const std::size_t stride = blocks * kLanes;
    for (std::size_t i = 0; i < rows; ++i) {
        const L factor(scale * x[i]);
        for (std::size_t b = 0; b < blocks; ++b) (factor * L::load(y + b * kLanes)).store(M + i * stride + b * kLanes);
    }
}

/// V_rate and a_rate at m.V and m.a, padded as these; what is not trained does not move.
template <class L>
void value_rate(const ValueView& m, double* V_rate, double* a_rate) {
    const std::size_t tokens = blocks_for(m.k);
    double scale = -1;
    if (m.loss == Loss::logistic) scale *= logistic_gradients<L>(m);
    else residual_gradients<L>(m);

    const double V_scale = m.train == Train::a_only ? 0.0 : scale;
    const double a_scale = m.train == Train::V_only ? 0.0 : scale;
    if (tokens_are_rows(m.loss)) write_outer<L>(m.k, blocks_for(m.d), V_rate, V_scale, m.alpha, m.residual);
    else write_outer<L>(m.d, tokens, V_rate, V_scale, m.loss == Loss::logistic ? m.beta_star : m.residual, m.alpha);
    for (std::size_t b = 0; b < tokens; ++b) (L(a_scale) * L::load(m.grad_a + b * kLanes)).store(a_rate + b * kLanes);
}

/// U_rate and a_rate of the tied model at m.U and m.a.
template <class L>
void tied_rate(const TiedView& m, double* U_rate, double* a_rate) {
    const std::size_t blocks = blocks_for(m.D);
    const double scale = -tied_gradients<L>(m);
    const double U_scale = m.train == Train::a_only ? 0.0 : scale;
    const double a_scale = m.train == Train::V_only ? 0.0 : scale;
    write_outer<L>(m.D, blocks, U_rate, U_scale, m.beta_star, m.alpha);
    subtract_outer<L>(m.D, blocks, U_rate, -U_scale, m.grad_logits, m.a);
    for (std::size_t b = 0; b < blocks; ++b) (L(a_scale) * L::load(m.grad_a + b * kLanes)).store(a_rate + b * kLanes);
}

/// The rescaled logistic flow, in tau with dtau = sigmoid(−z) dt:  u' = ‖beta_star‖² alpha,  a' = J(a)ᵀ u. It does not
/// depend on the loss. The clock is carried as w = t/(1 + e^z):  w' = 1 − w sigmoid(z) z', so that log t = log w +
/// log(1 + e^z) never overflows; z' = ⟨u', alpha⟩ + ⟨J(a)ᵀu, a'⟩.
/// Where J(a)ᵀ 1 = 0, as under softmax, u is taken relative to its largest entry there: once one token leads, u_i − ⟨u,
/// alpha⟩ is as small as the losers' weights, and would drown in the round-off of u itself.
template <class L>
void rescaled_rate(const RescaledView& m) {
    const std::size_t tokens = blocks_for(m.k);
    double* relative_u = m.u_rate;  // until the rate itself is written there
    const double level = traits(m.map.map).is_shift_invariant ? largest<L>(tokens, m.k, m.u).first() : 0.0;
    for (std::size_t b = 0; b < tokens; ++b) (L::load(m.u + b * kLanes) - L(level)).store(relative_u + b * kLanes);
    if (m.side != nullptr) {
        branch_forward<L>(m.map.map, tokens, m.a, m.side, m.alpha);
        branch_backward<L>(m.map.map, tokens, m.a, m.side, m.alpha, relative_u, m.a_rate);
    } else {
        map_forward<L>(m.map, tokens, m.k, m.a, m.alpha);
        map_backward<L>(m.map, tokens, m.k, m.a, m.alpha, relative_u, m.a_rate);
    }
    const double z = level + dot<L>(tokens, m.alpha, relative_u).first();
    const double V_speed = m.train == Train::a_only ? 0.0 : m.teacher_squared;
    const double a_speed = m.train == Train::V_only ? 0.0 : 1.0;
    const double z_rate =
        V_speed * dot<L>(tokens, m.alpha, m.alpha).first() + a_speed * dot<L>(tokens, m.a_rate, m.a_rate).first();
    for (std::size_t b = 0; b < tokens; ++b) {
        (L(V_speed) * L::load(m.alpha + b * kLanes)).store(m.u_rate + b * kLanes);
        (L(a_speed) * L::load(m.a_rate + b * kLanes)).store(m.a_rate + b * kLanes);
    }
    *m.clock_rate = 1.0 - *m.clock * sigmoid(z) * z_rate;
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
