#pragma once

#include <cstddef>
#include <cstdint>

#include <polarize/isa.hpp>
#include "flow/ensemble_view.hpp"
#include "flow/views.hpp"

namespace polarize {

/// The functions compiled once per instruction set, for one of them.
struct FlowKernels {
    /// `steps` updates of gradient descent on the model.
    void (*descend_value)(const ValueView& model, std::int64_t steps);
    void (*descend_tied)(const TiedView& model, std::int64_t steps);
    /// Loss, margin and gradient norms; leaves the forward pass in the scratch.
    Observation (*observe_value)(const ValueView& model);
    Observation (*observe_tied)(const TiedView& model);

    /// The right-hand sides of gradient flow: V' (U') and a' of the model; u', a' and the clock of the rescaled
    /// logistic flow.
    void (*value_rate)(const ValueView& model, double* V_rate, double* a_rate);
    void (*tied_rate)(const TiedView& model, double* U_rate, double* a_rate);
    void (*rescaled_rate)(const RescaledView& model);

    /// Many reduced logistic flows, one to a lane: updates of gradient descent; attempted steps of the rescaled flow,
    /// of which the number made is returned; a look.
    void (*descend_ensemble)(const EnsembleView& flows, std::int64_t steps);
    std::int64_t (*integrate_ensemble)(const EnsembleView& flows, const EnsembleSteps& steps, std::int64_t attempts);
    void (*observe_ensemble)(const EnsembleView& flows, const EnsembleLook& look);

    /// ‖x‖ of a padded vector of `count` elements.
    double (*norm)(std::size_t count, const double* x);
    /// to = e^x over `count` doubles, a multiple of 8, aligned.
    void (*exp)(std::size_t count, const double* x, double* to);
    /// alpha = σ(a); grad_a = J(a)ᵀ g. Padded vectors of k elements.
    void (*map_forward)(Weighting map, std::size_t k, const double* a, double* alpha);
    void (*map_backward)(Weighting map, std::size_t k, const double* a, const double* alpha, const double* g,
                         double* grad_a);
    /// to = base + Σ_j weights_j x_j over `count` elements, aligned, the terms added one after the other.
    void (*add_terms)(std::size_t count, std::size_t terms, const double* weights, const double* const* x,
                      const double* base, double* to);
    /// to = M x and to = Mᵀ x, M rows × padded(columns).
    void (*multiply)(std::size_t rows, std::size_t columns, const double* M, const double* x, double* to);
    void (*multiply_transposed)(std::size_t rows, std::size_t columns, const double* M, const double* x, double* to);
};

/// The kernels of `isa`, which must be available.
const FlowKernels& kernels(Isa isa);

/// The kernels of the active instruction set.
inline const FlowKernels& kernels() { return kernels(active_isa()); }

}  // namespace polarize
