#pragma once

#include "simd/exp.hpp"
#include "simd/log.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// 1/(1+e^−x) for each lane, for any x: no overflow, exact limits 0 and 1.
template <class Real>
POLARIZE_INLINE Real sigmoid(const Real& x) {
    return Real(1.0) / (Real(1.0) + exp(-x));
}
POLARIZE_INLINE double sigmoid(double x) { return sigmoid(ScalarPack<double>(x)).value; }

/// log(1 + e^x) for any x: the logistic loss of margin −x.
POLARIZE_INLINE double softplus(double x) { return (x > 0 ? x : 0.0) + log_one_plus(exp(-__builtin_fabs(x))); }

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
