#pragma once

#include <cstddef>

namespace polarize {

/// An autonomous system dy/dt = f(y). States are aligned and padded with zeros to whole lane groups.
class System {
  public:
    virtual ~System() = default;

    /// Doubles in a state, a multiple of 8.
    virtual std::size_t size() const = 0;

    /// rate = f(y).
    virtual void derivative(const double* y, double* rate) = 0;

    /// Whether `solve_implicit` is there, so that a stiff stretch can be taken by an implicit method.
    virtual bool has_implicit() const { return false; }

    /// Readies `solve_implicit` for the matrix I − gamma_h J, where J approximates ∂f/∂y at y.
    virtual void prepare_implicit(const double* y, double gamma_h);

    /// Replaces x by (I − gamma_h J)⁻¹ x.
    virtual void solve_implicit(double* x);
};

}  // namespace polarize
