#pragma once

#include <gtest/gtest.h>

#include <span>

namespace polarize::test {

/// Whether two sequences hold the same bits; NaNs count as equal whatever their payload. The message names the first
/// difference.
::testing::AssertionResult same_bits(std::span<const double> actual, std::span<const double> expected);

/// Whether every |actual − expected| is at most relative · max|expected| + absolute. The message names the worst entry.
::testing::AssertionResult close(std::span<const double> actual, std::span<const double> expected, double relative,
                                 double absolute = 0);
::testing::AssertionResult close(double actual, double expected, double relative, double absolute = 0);

/// Whether every entry is a finite number.
::testing::AssertionResult all_finite(std::span<const double> values);

/// The distance of `actual` from the true value, in units of the last place of a double of that size; `exact` carries
/// more bits than a double.
double ulps(double actual, long double exact);

}  // namespace polarize::test
