#pragma once

#include <array>
#include <cstdint>

#include "numeric/aligned.hpp"
#include "ode/system.hpp"

namespace polarize {

/// The implicit method Radau IIA of order 5 with three stages (Hairer, Wanner, "Solving Ordinary Differential Equations
/// II", IV.8): stiffly accurate and L-stable. Its equations are solved by simplified Newton iterations in the
/// eigenbasis of the method's matrix, with the approximate Jacobian that the System offers, so each iteration is one
/// real and one complex solve.
class Radau {
  public:
    /// For states of as many components as there are error floors (see System::error_floor).
    explicit Radau(AlignedVector error_floors);

    struct Attempt {
        bool converged;  ///< whether the Newton iterations did
        int iterations;  ///< how many there were
        double error;    ///< estimate of the local error, scaled: at most 1 for a step that may stand
        std::int64_t rhs_evals;
    };

    /// Tries a step of h from `y`, where rate = f(y). The error of component i is judged relative to tolerance ·
    /// (its error floor + |y_i|).
    Attempt attempt(System& system, const AlignedVector& y, const AlignedVector& rate, double h, double tolerance);

    /// The state at the end of the attempted step.
    const AlignedVector& end() const { return end_; }

    /// Keeps the attempted step: its polynomial predicts the next one and serves `interpolate`.
    void accept(const AlignedVector& y, double h);

    /// Drops the kept step, from which the next one does not go on.
    void forget() { accepted_h_ = 0; }

    /// The accepted step's collocation polynomial at y(t + theta h), theta in [0, 1] (beyond 1 it extrapolates).
    void interpolate(double theta, AlignedVector& y) const;

  private:
    using Three = std::array<AlignedVector, 3>;

    void predict(const AlignedVector& y, double h);
    Attempt iterate(System& system, const AlignedVector& y, double h, double tolerance);
    double size_of(const AlignedVector& x, const AlignedVector& y, double tolerance) const;

    Three Z_, W_, F_,
        Q_;  // stage increments, the same in the eigenbasis, rates; coefficients of the accepted polynomial
    AlignedVector error_floors_;
    AlignedVector end_, work_, start_;
    double accepted_h_ = 0;
};

}  // namespace polarize
