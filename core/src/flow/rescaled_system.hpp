#pragma once

#include <cstddef>
#include <vector>

#include <polarize/names.hpp>
#include "flow/score_sides.hpp"
#include "numeric/aligned.hpp"

namespace polarize {

struct FlowKernels;

/// The logistic value-softmax flow in its rescaled time tau, reduced to the 2k numbers u = Vᵀ beta_star and a: exact
/// for any d, any map and any ‖beta_star‖. A clock is carried along, so that t = e^1000 is a short integration (see
/// rescaled_rate). A state holds u, a and the clock, each padded to whole lane groups.
/// Late in the flow only the clock is stiff: it follows 1/z' within a time of order 1, while u and a change over times
/// of order tau. So the implicit solver's Jacobian is that of the clock alone.
class RescaledSystem final : public ScoreSystem {
  public:
    RescaledSystem(const FlowKernels& kernels, std::size_t k, Weighting map, Train train, double teacher_squared);

    std::size_t size() const override;
    void derivative(const double* y, double* rate) override;
    /// Not for maps with a kink, whose scores may chatter around it: that is not the clock's stiffness.
    bool has_implicit() const override;
    void prepare_implicit(const double* y, double shift, double shift_real, double shift_imaginary) override;
    void solve_implicit(double* x) override;
    void solve_implicit(double* x, double* y) override;
    /// The clock's error is judged relative to the clock, however small: its logarithm is what counts.
    double error_floor(std::size_t component) const override;

    std::size_t scores_at() const override;
    void take_sides(const double* side) override { side_ = side; }
    void pulls(const AlignedVector& y, std::span<double> alpha, std::span<double> pull) override;

    /// The state of u and a (k each) at t = 0.
    AlignedVector initial_state(const std::vector<double>& u, const std::vector<double>& a) const;
    std::vector<double> u(const AlignedVector& y) const;
    std::vector<double> a(const AlignedVector& y) const;
    std::vector<double> alpha(const AlignedVector& y) const;
    /// z = ⟨u, alpha⟩.
    double margin(const AlignedVector& y) const;
    /// log t, −∞ at the start.
    double log_time(const AlignedVector& y) const;

  private:
    const FlowKernels& kernels_;
    std::size_t k_;
    Weighting map_;
    Train train_;
    double teacher_squared_;
    AlignedVector alpha_;
    const double* side_ = nullptr;                             // see ScoreSystem
    double shift_ = 1, shift_real_ = 1, shift_imaginary_ = 0;  // of the implicit solves
    double clock_decay_ = 0;                                   // −∂w'/∂w
};

}  // namespace polarize
