#pragma once

#include <memory>

#include "flow/model.hpp"
#include "flow/score_sides.hpp"
#include "flow/value_model.hpp"

namespace polarize {

/// Gradient flow V' = −∂L/∂V, a' = −∂L/∂a of a value-softmax model, in its own time t. A state holds V and a, padded as
/// the model keeps them. Near a minimum the flow is stiff only in the d directions of beta, so the implicit solver uses
/// the Gauss–Newton part of the Jacobian, −Bᵀ H B with B = ∂beta/∂(V, a) and H = ∇²ℓ(beta), and costs d × d
/// factorisations (Woodbury's identity) instead of ones of all of V and a.
class ValueSystem final : public ScoreSystem {
  public:
    /// Implicit steps are offered up to this d.
    static constexpr std::size_t kLargestImplicit = 256;

    /// `model` must outlive the system: its settings and fixed arrays are read, its scratch is written.
    explicit ValueSystem(ValueModel& model);
    ~ValueSystem() override;

    std::size_t size() const override;
    void derivative(const double* y, double* rate) override;
    std::size_t scores_at() const override { return V_size_; }
    void take_sides(const double* side) override { side_ = side; }
    void pulls(const AlignedVector& y, std::span<double> alpha, std::span<double> pull) override;
    bool has_implicit() const override;
    void prepare_implicit(const double* y, double shift, double shift_real, double shift_imaginary) override;
    void solve_implicit(double* x) override;
    void solve_implicit(double* x, double* y) override;

  private:
    struct GaussNewton;

    ValueView view_at(const double* y) const;

    ValueModel& model_;
    std::size_t V_size_;
    const double* side_ = nullptr;  // see ScoreSystem
    std::unique_ptr<GaussNewton> gauss_newton_;
};

}  // namespace polarize
