#pragma once

namespace polarize::test {

// Elementary functions by plain series in long double, which has at least 11 bits more than a double wherever the tests
// run. The C library's own long double functions are no help under WebAssembly, where they compute in double.

/// e^x, relative error below 1e−18 for |x| < 750.
long double exact_exp(long double x);
/// Natural logarithm of x > 0.
long double exact_log(long double x);
/// log(1 + y), y ≥ 0.
long double exact_log_one_plus(long double y);
/// 1/(1+e^−x)
long double exact_sigmoid(long double x);
/// log(1 + e^x)
long double exact_softplus(long double x);

}  // namespace polarize::test
