#include "support/exact.hpp"

#include <cmath>
#include <limits>

namespace polarize::test {

static_assert(std::numeric_limits<long double>::digits >= 64, "long double must have more bits than a double");

namespace {

// ln 2 in two parts: multiples of the first by whole numbers up to 2^31 are exact.
constexpr long double kLn2High = 0x1.62e42fefp-1L;
constexpr long double kLn2Low = 0x1.473de6af278ece600fcbdabdp-34L;

/// log(1 + y) for |y| < ½ by its series in y/(2+y).
long double log_one_plus_series(long double y) {
    const long double s = y / (2 + y);
    long double power = s;
    long double total = 0;
    for (int odd = 1; odd < 60; odd += 2) {
        total += 2 * power / static_cast<long double>(odd);
        power *= s * s;
    }
    return total;
}

}  // namespace

long double exact_exp(long double x) {
    const long double n = std::floor(x / (kLn2High + kLn2Low) + 0.5L);
    const long double r = (x - n * kLn2High) - n * kLn2Low;
    long double term = 1;
    long double rest = 0;  // e^r − 1
    for (int i = 1; i < 40; ++i) {
        term *= r / static_cast<long double>(i);
        rest += term;
    }
    return std::ldexp(1 + rest, static_cast<int>(n));
}

long double exact_log(long double x) {
    int exponent = 0;
    long double mantissa = std::frexp(x, &exponent);  // in [½, 1)
    if (mantissa < 0.70710678L) {
        mantissa *= 2;
        --exponent;
    }
    const auto n = static_cast<long double>(exponent);
    return n * kLn2High + (n * kLn2Low + log_one_plus_series(mantissa - 1));
}

long double exact_log_one_plus(long double y) { return y < 0.5L ? log_one_plus_series(y) : exact_log(1 + y); }

long double exact_sigmoid(long double x) { return x < 0 ? exact_exp(x) / (1 + exact_exp(x)) : 1 / (1 + exact_exp(-x)); }

long double exact_softplus(long double x) {
    return x > 0 ? x + exact_log_one_plus(exact_exp(-x)) : exact_log_one_plus(exact_exp(x));
}

}  // namespace polarize::test
