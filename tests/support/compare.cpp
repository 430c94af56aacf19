#include "support/compare.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <limits>

namespace polarize::test {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

namespace {

constexpr int kDigits = std::numeric_limits<double>::max_digits10;

bool equal_bits(double x, double y) {
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

AssertionResult sizes_differ(std::span<const double> actual, std::span<const double> expected) {
    return AssertionFailure() << actual.size() << " numbers instead of " << expected.size();
}

AssertionResult entry_differs(std::size_t entry, double actual, double expected) {
    AssertionResult failure = AssertionFailure();
    failure << std::setprecision(kDigits);
    return failure << "entry " << entry << " is " << actual << " instead of " << expected << ", off by "
                   << actual - expected;
}

}  // namespace

AssertionResult same_bits(std::span<const double> actual, std::span<const double> expected) {
    if (actual.size() != expected.size()) return sizes_differ(actual, expected);
    for (std::size_t i = 0; i < actual.size(); ++i)
        if (!equal_bits(actual[i], expected[i])) return entry_differs(i, actual[i], expected[i]);
    return AssertionSuccess();
}

AssertionResult close(std::span<const double> actual, std::span<const double> expected, double relative,
                      double absolute) {
    if (actual.size() != expected.size()) return sizes_differ(actual, expected);
    double largest = 0;
    for (const double value : expected) largest = std::max(largest, std::abs(value));
    const double allowed = relative * largest + absolute;
    std::size_t worst = 0;
    bool is_close = true;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        const double difference = std::abs(actual[i] - expected[i]);
        if (difference <= allowed) continue;
        if (is_close || difference > std::abs(actual[worst] - expected[worst]) || std::isnan(difference)) worst = i;
        is_close = false;
    }
    if (is_close) return AssertionSuccess();
    return entry_differs(worst, actual[worst], expected[worst]) << ", allowed " << allowed;
}

AssertionResult close(double actual, double expected, double relative, double absolute) {
    return close(std::span(&actual, 1), std::span(&expected, 1), relative, absolute);
}

AssertionResult all_finite(std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i])) return AssertionFailure() << "entry " << i << " is " << values[i];
    return AssertionSuccess();
}

double ulps(double actual, long double exact) {
    int exponent = 0;
    std::frexp(static_cast<double>(exact), &exponent);
    // The last place of a double in [2^(e−1), 2^e) is 2^(e−53), and of a subnormal number 2^−1074.
    const long double unit = std::ldexp(1.0L, std::max(exponent - std::numeric_limits<double>::digits, -1074));
    return static_cast<double>(std::fabs(static_cast<long double>(actual) - exact) / unit);
}

}  // namespace polarize::test
