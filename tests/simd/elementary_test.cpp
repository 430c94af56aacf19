// exp, log, sigmoid and softplus are the project's own, so that every instruction set and every machine has the same
// bits. They are compared with values of more bits than a double has.

#include "simd/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "support/compare.hpp"
#include "support/exact.hpp"
#include "support/problems.hpp"

namespace polarize {
namespace {

using test::random_numbers;
using test::ulps;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
constexpr double kLargest = std::numeric_limits<double>::max();

/// The largest error of `computed` on `inputs`, in units of the last place.
double largest_error(const std::vector<double>& inputs, const std::function<double(double)>& computed,
                     const std::function<long double(long double)>& exact) {
    double largest = 0;
    for (const double x : inputs) {
        const double error = ulps(computed(x), exact(static_cast<long double>(x)));
        if (!(error <= largest)) largest = error;
    }
    return largest;
}

/// Numbers of every size: 2^e m with e evenly spread over [low, high] and 1 ≤ m < 2.
std::vector<double> of_every_size(std::size_t count, int low, int high, std::uint64_t seed) {
    const std::vector<double> exponents = random_numbers(count, low, high + 1, seed);
    std::vector<double> values = random_numbers(count, 1, 2, seed + 1);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = std::ldexp(values[i], static_cast<int>(std::floor(exponents[i])));
    return values;
}

double own_exp(double x) { return polarize::exp(x); }
double own_log(double x) { return polarize::log(x); }
double own_sigmoid(double x) { return polarize::sigmoid(x); }

TEST(Exp, IsWithinOneUnitInTheLastPlaceAndTwoFifths) {
    EXPECT_LT(largest_error(random_numbers(40000, -707.6, 709.78, 1), own_exp, test::exact_exp), 1.4);
    EXPECT_LT(largest_error(random_numbers(40000, -2, 2, 2), own_exp, test::exact_exp), 1.4);
}

TEST(Exp, IsWithinTwoUnitsNextToItsCut) {
    EXPECT_LT(largest_error(random_numbers(10000, -708, -707.6, 12), own_exp, test::exact_exp), 2);
}

TEST(Exp, IsAccurateForTinyArguments) {
    std::vector<double> tiny = of_every_size(4000, -1074, -1, 3);
    EXPECT_LT(largest_error(tiny, own_exp, test::exact_exp), 1.4);
    for (double& x : tiny) x = -x;
    EXPECT_LT(largest_error(tiny, own_exp, test::exact_exp), 1.4);
}

TEST(Exp, IsAccurateWhereTheReducedArgumentIsLargest) {
    std::vector<double> halfway;  // (n + ½) ln 2 and its neighbours
    for (int n = -1020; n < 1024; ++n) {
        const double x = (n + 0.5) * 0.693147180559945309;
        halfway.insert(halfway.end(), {std::nextafter(x, -kInfinity), x, std::nextafter(x, kInfinity)});
    }
    EXPECT_LT(largest_error(halfway, own_exp, test::exact_exp), 1.4);
}

TEST(Exp, HasExactLimits) {
    EXPECT_EQ(polarize::exp(0.0), 1);
    EXPECT_EQ(polarize::exp(-0.0), 1);
    EXPECT_EQ(polarize::exp(kInfinity), kInfinity);
    EXPECT_EQ(polarize::exp(-kInfinity), 0);
    EXPECT_EQ(polarize::exp(1e300), kInfinity);
    EXPECT_EQ(polarize::exp(-1e300), 0);
    EXPECT_EQ(polarize::exp(-kLargest), 0);
    EXPECT_TRUE(std::isnan(polarize::exp(kNan)));
}

TEST(Exp, ReachesTheLargestDoubleAndOverflowsAboveIt) {
    const double largest_argument = 709.782712893384;  // the largest double whose exponential is one
    EXPECT_LT(ulps(polarize::exp(largest_argument), test::exact_exp(static_cast<long double>(largest_argument))), 1.4);
    EXPECT_EQ(polarize::exp(std::nextafter(largest_argument, kInfinity)), kInfinity);
}

TEST(Exp, GivesNoSubnormalNumbers) {
    EXPECT_GT(polarize::exp(-708.0), std::numeric_limits<double>::min());
    EXPECT_EQ(polarize::exp(std::nextafter(-708.0, -kInfinity)), 0);
}

TEST(Exp, GrowsWithItsArgument) {
    double before = 0;
    for (double x = -708; x < 709.78; x += 0.001) {
        const double now = polarize::exp(x);
        ASSERT_GE(now, before) << x;
        before = now;
    }
}

TEST(Exp, OfLanesIsExpOfEachNumber) {
    using L = Lanes<ScalarPack<double>>;
    alignas(64) const double x[8] = {-1e300, -708.5, -1, -0.0, 1e-320, 2.5, 709.7, 800};
    alignas(64) double all[8];
    polarize::exp(L::load(x)).store(all);
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_TRUE(test::same_bits(std::span(&all[i], 1), std::vector{polarize::exp(x[i])}));
}

TEST(Log, IsWithinOneUnitInTheLastPlaceOverItsWholeRange) {
    EXPECT_LT(largest_error(of_every_size(20000, -1074, 1023, 4), own_log, test::exact_log), 1);
    EXPECT_LT(largest_error(random_numbers(20000, 0.5, 2, 5), own_log, test::exact_log), 1);
}

TEST(Log, IsWithinOneUnitNextToOne) {
    std::vector<double> near_one;
    for (int exponent = -52; exponent < -4; ++exponent)
        for (const double sign : {-1.0, 1.0}) near_one.push_back(1 + sign * std::ldexp(1.0, exponent));
    EXPECT_LT(largest_error(near_one, own_log, test::exact_log), 1);
}

TEST(Log, HasExactLimits) {
    EXPECT_EQ(polarize::log(1.0), 0);
    EXPECT_EQ(polarize::log(0.0), -kInfinity);
    EXPECT_EQ(polarize::log(-0.0), -kInfinity);
    EXPECT_EQ(polarize::log(kInfinity), kInfinity);
    EXPECT_TRUE(std::isnan(polarize::log(-1.0)));
    EXPECT_TRUE(std::isnan(polarize::log(-kSmallest)));
    EXPECT_TRUE(std::isnan(polarize::log(-kInfinity)));
    EXPECT_TRUE(std::isnan(polarize::log(kNan)));
}

TEST(Log, TakesSubnormalNumbersAndTheLargest) {
    EXPECT_LT(ulps(polarize::log(kSmallest), test::exact_log(static_cast<long double>(kSmallest))), 1);
    EXPECT_LT(ulps(polarize::log(kLargest), test::exact_log(static_cast<long double>(kLargest))), 1);
}

TEST(Log, UndoesExp) {
    for (double x = -700; x < 700; x += 0.37)
        EXPECT_NEAR(polarize::log(polarize::exp(x)), x, 1e-15 + 2e-16 * std::abs(x));
}

TEST(LogOnePlus, IsAccurateHoweverSmallItsArgument) {
    const auto computed = [](double y) { return log_one_plus(y); };
    EXPECT_LT(largest_error(of_every_size(10000, -1074, 1022, 6), computed, test::exact_log_one_plus), 1.25);
    EXPECT_LT(largest_error(random_numbers(10000, 0, 2, 7), computed, test::exact_log_one_plus), 1.25);
    EXPECT_EQ(log_one_plus(0.0), 0);
    EXPECT_EQ(log_one_plus(kInfinity), kInfinity);
}

TEST(Sigmoid, IsWithinTwoAndAHalfUnitsInTheLastPlace) {
    EXPECT_LT(largest_error(random_numbers(20000, -708, 708, 8), own_sigmoid, test::exact_sigmoid), 2.5);
    EXPECT_LT(largest_error(random_numbers(20000, -5, 5, 9), own_sigmoid, test::exact_sigmoid), 2.5);
}

TEST(Sigmoid, HasExactLimits) {
    EXPECT_EQ(polarize::sigmoid(0.0), 0.5);
    for (const double huge : {800.0, 1e6, 1e300, kLargest, kInfinity}) {
        EXPECT_EQ(polarize::sigmoid(huge), 1);
        EXPECT_EQ(polarize::sigmoid(-huge), 0);
    }
    EXPECT_TRUE(std::isnan(polarize::sigmoid(kNan)));
}

TEST(Sigmoid, OfTheOppositeIsTheComplement) {
    for (double x = -40; x < 40; x += 0.013) EXPECT_NEAR(polarize::sigmoid(x) + polarize::sigmoid(-x), 1, 2.3e-16);
}

TEST(ScaledSigmoidOfNegative, HasTheBitsOfItsFormula) {
    const double lr = 0.37;
    for (const double x : random_numbers(20000, -708, 700, 13))
        ASSERT_EQ(scaled_sigmoid_of_negative(ScalarPack<double>(lr), ScalarPack<double>(x)).value,
                  lr / (1 + polarize::exp(x)))
            << x;
}

TEST(ScaledSigmoidOfNegative, HasExactLimits) {
    const auto value = [](double x) {
        return scaled_sigmoid_of_negative(ScalarPack<double>(3.0), ScalarPack<double>(x)).value;
    };
    EXPECT_EQ(value(0), 1.5);
    for (const double huge : {709.0, 1e6, 1e300, kLargest, kInfinity}) {
        EXPECT_EQ(value(-huge), 3);
        EXPECT_EQ(value(huge), 0);
    }
    EXPECT_TRUE(std::isnan(value(kNan)));
}

TEST(Softplus, IsWithinTwoUnitsInTheLastPlace) {
    const auto computed = [](double x) { return softplus(x); };
    EXPECT_LT(largest_error(random_numbers(20000, -708, 800, 10), computed, test::exact_softplus), 2);
    EXPECT_LT(largest_error(random_numbers(20000, -40, 40, 11), computed, test::exact_softplus), 2);
}

TEST(Softplus, HasExactLimits) {
    EXPECT_DOUBLE_EQ(softplus(0.0), std::log(2.0));
    for (const double huge : {800.0, 1e6, 1e300, kLargest, kInfinity}) {
        EXPECT_EQ(softplus(huge), huge);
        EXPECT_EQ(softplus(-huge), 0);
    }
    EXPECT_TRUE(std::isnan(softplus(kNan)));
}

}  // namespace
}  // namespace polarize
