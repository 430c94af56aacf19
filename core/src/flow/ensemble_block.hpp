#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polarize/isa.hpp>
#include <polarize/names.hpp>
#include "flow/ensemble_view.hpp"
#include "numeric/aligned.hpp"

namespace polarize {

struct FlowKernels;

/// A logistic value-softmax flow reduced to what moves it: u = Vᵀ beta_star and a determine all later u and a, by
/// gradient descent as by gradient flow. Exact for any number of features.
struct ReducedFlow {
    std::vector<double> u;       ///< (k)
    std::vector<double> a;       ///< (k)
    double teacher_squared = 1;  ///< ‖beta_star‖²
    Train train = Train::both;
    double temperature = 1;  ///< of the softmax
};

/// A block of independent reduced flows of equally many tokens, a SIMD lane each. Whatever its neighbours, a flow in a
/// lane has the same bits, on every instruction set. Free lanes stay at rest.
class EnsembleBlock {
  public:
    /// Groups of 8 flows that a block for gradient descent has. One for gradient flow, whose flows step by themselves.
    static constexpr std::size_t kDescentGroups = EnsembleView::kDescentGroups;

    /// A block of 8 · `groups` free lanes; groups is 1 or kDescentGroups. `isa` must be available.
    EnsembleBlock(std::size_t k, std::size_t groups, Isa isa = active_isa());

    std::size_t tokens() const { return k_; }
    std::size_t lanes() const { return V_speed_.size(); }

    /// Starts `flow` in a lane for descent with step size `lr`.
    void start_descent(std::size_t lane, const ReducedFlow& flow, double lr);

    /// Starts `flow` in a lane at tau = 0, to be integrated with errors below `tolerance` (see StepControl). The block
    /// must have one group.
    void start_flow(std::size_t lane, const ReducedFlow& flow, double tolerance);

    /// Frees a lane.
    void clear(std::size_t lane);

    /// `steps` updates of every flow.
    void descend(std::int64_t steps);

    /// Integrates every flow to its stop, by at most `attempts` attempted steps, until a flow has arrived. Returns the
    /// attempts made.
    std::int64_t integrate(std::int64_t attempts);
    void set_stop(std::size_t lane, double tau) { stop_[lane] = tau; }
    double tau(std::size_t lane) const { return tau_[lane]; }
    std::int64_t accepted_steps(std::size_t lane) const { return static_cast<std::int64_t>(accepted_[lane]); }

    /// Looks at every flow; the numbers below are of the last look.
    void observe();
    double margin(std::size_t lane) const { return margin_[lane]; }
    double max_alpha(std::size_t lane) const { return max_alpha_[lane]; }
    /// Shannon entropy of alpha in nats, with an error of a few units of round-off of log k + max |a|.
    double entropy(std::size_t lane) const;
    std::vector<double> alpha(std::size_t lane) const;
    std::vector<double> u(std::size_t lane) const { return column(state_.data(), lane); }
    std::vector<double> a(std::size_t lane) const;

  private:
    EnsembleView view();
    void put(std::size_t lane, const ReducedFlow& flow, double lr);
    std::size_t place(std::size_t token, std::size_t lane) const;
    std::vector<double> column(const double* from, std::size_t lane) const;

    const FlowKernels* kernels_;
    std::size_t k_;
    std::size_t groups_;
    AlignedVector state_;  // u, then a
    AlignedVector alpha_, exponent_;
    AlignedVector V_speed_, a_speed_, temperature_, mean_score_;
    AlignedVector margin_, max_alpha_, mass_, moment_;
    AlignedVector tau_, stop_, step_, tolerance_, accepted_, rates_, trial_;
};

}  // namespace polarize
