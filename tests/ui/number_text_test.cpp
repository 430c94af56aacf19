#include "number_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace polarize::ui {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

TEST(NumberText, GroupsDigitsInThrees) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1\u2009000");
    EXPECT_EQ(grouped(1234567), "1\u2009234\u2009567");
    EXPECT_EQ(grouped(-12345), "−12\u2009345");
}

TEST(NumberText, RoundsToSignificantDigits) {
    EXPECT_EQ(number_text(0), "0");
    EXPECT_EQ(number_text(1), "1");
    EXPECT_EQ(number_text(0.97512), "0.975");
    EXPECT_EQ(number_text(0.99996), "1");
    EXPECT_EQ(number_text(-2.5), "−2.5");
    EXPECT_EQ(number_text(123456), "123\u2009456");
    EXPECT_EQ(number_text(12.3456, 2), "12");
    EXPECT_EQ(number_text(0.00123456), "0.00123");
}

TEST(NumberText, UsesPowersOfTenFarFromOne) {
    EXPECT_EQ(number_text(1.25e-5), "1.25·10⁻⁵");
    EXPECT_EQ(number_text(1e-5), "10⁻⁵");
    EXPECT_EQ(number_text(-1e9), "−10⁹");
    EXPECT_EQ(number_text(2.16e82), "2.16·10⁸²");
    EXPECT_EQ(number_text(5e-324), "4.94·10⁻³²⁴");
}

TEST(NumberText, ShowsADashForWhatIsNotFinite) {
    EXPECT_EQ(number_text(not_a_number), "–");
    EXPECT_EQ(number_text(HUGE_VAL), "–");
    EXPECT_EQ(short_number(-HUGE_VAL), "–");
}

TEST(NumberText, IsShorterForSmallNumbersInLabels) {
    EXPECT_EQ(short_number(0.123456), "0.123");
    EXPECT_EQ(short_number(0.00663), "0.0066");
    EXPECT_EQ(short_number(1.094e-4), "1.1·10⁻⁴");
}

TEST(NumberText, ShowsWhatAWeightCloseToOneMisses) {
    EXPECT_EQ(weight_text(0.975), "0.975");
    EXPECT_EQ(weight_text(1), "1");
    EXPECT_EQ(weight_text(1 - 1.8e-6), "1 − 1.8·10⁻⁶");
}

TEST(NumberText, WritesExponentialsBeyondTheLargestDouble) {
    EXPECT_EQ(exponential_text(0), "1");
    EXPECT_EQ(exponential_text(-HUGE_VAL), "0");
    EXPECT_EQ(exponential_text(std::log(2000.0)), "2000");
    EXPECT_EQ(exponential_text(1000 * std::log(10.0)), "10¹⁰⁰⁰");
    EXPECT_EQ(exponential_text(434 * std::log(10.0) + std::log(2.1)), "2.1·10⁴³⁴");
    EXPECT_EQ(exponential_text(20 * std::log(10.0) + std::log(9.99)), "10²¹");
    EXPECT_EQ(exponential_text(not_a_number), "–");
}

}  // namespace
}  // namespace polarize::ui
