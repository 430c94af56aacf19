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

    /// The size of a component at which the judgement of its error goes over from absolute to relative.
    virtual double error_floor(std::size_t /*component*/) const { return 1; }

    /// Whether the implicit solves below are there, so that a stiff stretch can be taken by an implicit method.
    virtual bool has_implicit() const { return false; }

    /// Readies the solves for a real shift and a complex one, with J approximating ∂f/∂y at y.
    virtual void prepare_implicit(const double* y, double shift, double shift_real, double shift_imaginary);

    /// Replaces x by (shift − J)⁻¹ x.
    virtual void solve_implicit(double* x);

    /// Replaces x + i·y by (shift_real + i·shift_imaginary − J)⁻¹ (x + i·y).
    virtual void solve_implicit(double* x, double* y);
};

/// Divides x + i·y by real + i·imaginary. By the plain formula, because the last bits of std::complex's division differ
/// between C++ libraries.
inline void divide_by(double real, double imaginary, double& x, double& y) {
    const double squared = real * real + imaginary * imaginary;
    const double quotient = (x * real + y * imaginary) / squared;
    y = (y * real - x * imaginary) / squared;
    x = quotient;
}

}  // namespace polarize
