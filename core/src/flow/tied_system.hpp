#pragma once

#include "flow/tied_model.hpp"
#include "ode/system.hpp"

namespace polarize {

/// Gradient flow U' = −∂L/∂U, a' = −∂L/∂a of the tied model, in its own time t. A state holds U and a, padded.
class TiedSystem final : public System {
  public:
    /// `model` must outlive the system: its settings and teacher are read, its scratch is written.
    explicit TiedSystem(TiedModel& model) : model_(model) {}

    std::size_t size() const override;
    void derivative(const double* y, double* rate) override;

  private:
    TiedModel& model_;
};

}  // namespace polarize
