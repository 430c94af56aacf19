#pragma once

#include <cstddef>

#include <polarize/names.hpp>

namespace polarize {

/// Raw pointers into one value-softmax model L(V, a) = ℓ(V σ(a)), as kernels see it. Every row and vector is aligned
/// and padded with zeros to whole lane groups (`padded(n)` doubles); matrices are row-major.
struct ValueView {
    Loss loss;
    Weighting map;
    Train train;
    std::size_t d;  ///< features; classes for kl
    std::size_t k;  ///< tokens
    std::size_t n;  ///< rows of X
    double lr;

    const double* side = nullptr;  ///< k: the branches of the map to take (see ScoreSides); nullptr: as the scores tell

    double* V;  ///< d × padded(k); for kl k × padded(d)
    double* a;  ///< k
    const double*
        beta_star;         ///< d: the teacher; for the other losses the direction that u and the margin are taken along
    const double* X;       ///< n × padded(d) (regression, logistic_data)
    const double* y;       ///< n (regression, logistic_data)
    const double* p_star;  ///< d (kl)

    // Scratch that holds the forward pass between the stages of an update. Under the logistic loss r = c
    // beta_star with c = −sigmoid(−z): the factor c is left out and residual is not used.
    double* alpha;     ///< k
    double* u;         ///< k: Vᵀ beta_star
    double* beta;      ///< d: V alpha (for kl the classes' logits)
    double* residual;  ///< d: r = ∇ℓ(beta)
    double* rows;      ///< n: per-row terms of the data losses
    double* g;         ///< k: ∂L/∂alpha = Vᵀ r; under the logistic loss numerators of alpha
    double* grad_a;    ///< k: ∂L/∂a; under the logistic loss J(a)ᵀ u = (∂L/∂a)/c
};

/// The tied model of a massive activation: alpha = σ(U a), beta = U alpha, logistic loss; U is D × D.
struct TiedView {
    Weighting map;
    Train train;
    std::size_t D;
    double lr;

    double* U;                ///< D × padded(D)
    double* a;                ///< D
    const double* beta_star;  ///< D

    double* logits;       ///< D: U a
    double* alpha;        ///< D
    double* beta;         ///< D: U alpha
    double* u;            ///< D: Uᵀ beta_star
    double* grad_logits;  ///< D: J(logits)ᵀ u = −(∂L/∂logits)/sigmoid(−z)
    double* grad_a;       ///< D: Uᵀ grad_logits
};

/// The logistic flow reduced to u = Vᵀ beta_star and a, in the rescaled time tau.
struct RescaledView {
    Weighting map;
    const double* side = nullptr;  ///< k: the branches of the map to take (see ScoreSides); nullptr: as the scores tell
    Train train;
    std::size_t k;
    double teacher_squared;  ///< ‖beta_star‖²

    const double* u;      ///< k
    const double* a;      ///< k
    const double* clock;  ///< 1: w = t/(1 + e^z)
    double* u_rate;       ///< k
    double* a_rate;       ///< k
    double* clock_rate;   ///< 1
    double* alpha;        ///< k: scratch
};

/// What one look at a model yields; vectors stay in the view's scratch.
struct Observation {
    double loss;
    double margin;     ///< z = beta_starᵀ beta
    double grad_V;     ///< ‖∂L/∂V‖ (Frobenius), for the tied model ‖∂L/∂U‖
    double grad_a;     ///< ‖∂L/∂a‖
    double beta_norm;  ///< ‖beta‖
};

}  // namespace polarize
