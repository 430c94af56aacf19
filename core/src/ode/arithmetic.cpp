#include "ode/arithmetic.hpp"

#include <cmath>

namespace polarize {

namespace {

void add_terms(std::size_t count, std::size_t terms, const double* weights, const double* const* x, const double* base,
               double* to) {
    for (std::size_t i = 0; i < count; ++i) {
        double total = base[i];
        for (std::size_t j = 0; j < terms; ++j) total += weights[j] * x[j][i];
        to[i] = total;
    }
}

double power(double base, double exponent) { return std::pow(base, exponent); }

}  // namespace

const Arithmetic& plain_arithmetic() {
    static constexpr Arithmetic kPlain{.add_terms = add_terms, .power = power};
    return kPlain;
}

}  // namespace polarize
