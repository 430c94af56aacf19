#pragma once

#include <cstddef>

namespace polarize {

/// The operations in which an Integrator spends its own time, so that a program that has faster ones, or ones whose
/// bits are the same on every machine, can hand them over.
struct Arithmetic {
    /// to = base + Σ_j weights_j x_j over `count` elements, the terms added one after the other; `count` is a multiple
    /// of 8, all arrays are aligned, `to` may be `base`.
    void (*add_terms)(std::size_t count, std::size_t terms, const double* weights, const double* const* x,
                      const double* base, double* to);
    /// base^exponent for a base above 0.
    double (*power)(double base, double exponent);
};

/// Plain loops and the standard library's power.
const Arithmetic& plain_arithmetic();

}  // namespace polarize
