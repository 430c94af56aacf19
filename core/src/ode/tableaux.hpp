#pragma once

#include <cstddef>
#include <span>

namespace polarize {

/// The explicit one-step methods.
enum class Method { euler, rk4, dormand_prince_5, dormand_prince_8 };

/// No method has more stages, those of its continuous extension included.
inline constexpr std::size_t kMostStages = 16;

/// An explicit Runge–Kutta method as a table: k_i = f(y + h Σ_{j<i} A_ij k_j), y_new = y + h Σ B_i k_i. The stage after
/// those of B is the derivative at y_new (its row of A is B), the first stage of the next step.
struct Tableau {
    int order;                         ///< of y_new
    int error_order;                   ///< of the error estimate's lower method; 0: no estimate, fixed steps
    std::size_t stages;                ///< of B
    std::size_t dense_stages;          ///< all that the continuous extension needs, the derivative at y_new included
    std::span<const double> A;         ///< strictly lower triangle, row by row, dense_stages rows
    std::span<const double> B;         ///< stages
    std::span<const double> E;         ///< error = h Σ E_i k_i over stages + 1
    std::span<const double> E_second;  ///< a second, lower estimate that tempers the first (order 8), or nothing
    std::span<const double> P;         ///< dense_stages × degree: y(t + θh) = y + h Σ_i k_i Σ_p P_ip θ^(p+1)

    std::size_t degree() const { return P.size() / dense_stages; }
    double a(std::size_t stage, std::size_t earlier) const { return A[stage * (stage - 1) / 2 + earlier]; }
};

/// The coefficients of `method`.
const Tableau& tableau(Method method);

}  // namespace polarize
