// Eight doubles at a time, with one order of every reduction: the reason why all instruction sets give the same bits.

#include "simd/lanes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "numeric/aligned.hpp"
#include "simd/own_registers.hpp"
#include "support/compare.hpp"
#include "support/problems.hpp"

namespace polarize {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Lanes over the register types that the tests themselves are compiled for; the wider ones are tested by way of the
/// kernels.
template <class Batch>
class LanesOf : public ::testing::Test {
  protected:
    using Tested = Lanes<Batch>;

    static Tested loaded(const std::vector<double>& values) {
        const AlignedVector aligned(values.begin(), values.end());
        return Tested::load(aligned.data());
    }
    static std::vector<double> stored(const Tested& lanes) {
        AlignedVector aligned(kLanes);
        lanes.store(aligned.data());
        return {aligned.begin(), aligned.end()};
    }
};

using Batches = ::testing::Types<ScalarPack<double>
#ifdef POLARIZE_TESTS_HAVE_REGISTERS
                                 ,
                                 xsimd::batch<double>
#endif
                                 >;
TYPED_TEST_SUITE(LanesOf, Batches);

const std::vector<double> kNumbers{0.1, -2.75, 1e16, 3.3, -1e16, 1e-9, 7.0, -0.3};
const std::vector<double> kOthers{1.5, -2.75, 1e-16, -3.3, 1e16, 1e9, 0.7, 0.0};

TYPED_TEST(LanesOf, StoreWhatTheyLoad) {
    const std::vector<double> special{-0.0, 0.0, kInfinity, -kInfinity, std::numeric_limits<double>::denorm_min(),
                                      1,    -1,  1e300};
    EXPECT_TRUE(test::same_bits(this->stored(this->loaded(special)), special));
    EXPECT_EQ(this->loaded(kNumbers).first(), kNumbers[0]);
}

TYPED_TEST(LanesOf, AreAllEqualWhenMadeOfOneNumber) {
    EXPECT_EQ(this->stored(typename TestFixture::Tested(2.5)), std::vector<double>(8, 2.5));
}

TYPED_TEST(LanesOf, CalculateLaneByLane) {
    const auto x = this->loaded(kNumbers);
    const auto y = this->loaded(kOthers);
    std::vector<double> sums, differences, products, quotients, opposites, magnitudes, maxima, minima, chosen;
    for (std::size_t i = 0; i < 8; ++i) {
        sums.push_back(kNumbers[i] + kOthers[i]);
        differences.push_back(kNumbers[i] - kOthers[i]);
        products.push_back(kNumbers[i] * kOthers[i]);
        quotients.push_back(kNumbers[i] / kOthers[i]);
        opposites.push_back(-kNumbers[i]);
        magnitudes.push_back(std::abs(kNumbers[i]));
        maxima.push_back(std::max(kNumbers[i], kOthers[i]));
        minima.push_back(std::min(kNumbers[i], kOthers[i]));
        chosen.push_back(kNumbers[i] < kOthers[i] ? 1.0 : -1.0);
    }
    EXPECT_TRUE(test::same_bits(this->stored(x + y), sums));
    EXPECT_TRUE(test::same_bits(this->stored(x - y), differences));
    EXPECT_TRUE(test::same_bits(this->stored(x * y), products));
    EXPECT_TRUE(test::same_bits(this->stored(x / y), quotients));
    EXPECT_TRUE(test::same_bits(this->stored(-x), opposites));
    EXPECT_TRUE(test::same_bits(this->stored(abs(x)), magnitudes));
    EXPECT_TRUE(test::same_bits(this->stored(larger(x, y)), maxima));
    EXPECT_TRUE(test::same_bits(this->stored(smaller(x, y)), minima));
    using L = typename TestFixture::Tested;
    EXPECT_TRUE(test::same_bits(this->stored(select(x < y, L(1.0), L(-1.0))), chosen));
}

TYPED_TEST(LanesOf, KeepTheFirstOfTwoThatAreNotOrdered) {
    const std::vector<double> firsts{kNan, 1.0, 0.0, -0.0, kNan, 2.0, -0.0, 0.0};
    const std::vector<double> seconds{1.0, kNan, -0.0, 0.0, 2.0, kNan, 0.0, -0.0};
    EXPECT_TRUE(test::same_bits(this->stored(larger(this->loaded(firsts), this->loaded(seconds))), firsts));
    EXPECT_TRUE(test::same_bits(this->stored(smaller(this->loaded(firsts), this->loaded(seconds))), firsts));
}

TYPED_TEST(LanesOf, AddUpInAFixedTree) {
    const std::vector<double>& l = kNumbers;
    const double tree = ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
    double in_turn = 0;
    for (const double value : l) in_turn += value;
    ASSERT_NE(tree, in_turn) << "these numbers cannot tell one order from another";
    EXPECT_EQ(this->stored(sum(this->loaded(l))), std::vector<double>(8, tree));
}

TYPED_TEST(LanesOf, FindTheirLargest) {
    for (std::size_t place = 0; place < 8; ++place) {
        std::vector<double> values(8, -5.0);
        values[place] = -4.5;
        EXPECT_EQ(this->stored(maximum(this->loaded(values))), std::vector<double>(8, -4.5)) << place;
    }
}

TYPED_TEST(LanesOf, TellWhetherAnyIsTrue) {
    using L = typename TestFixture::Tested;
    EXPECT_FALSE(any(this->loaded(kNumbers) < L(-kInfinity)));
    for (std::size_t place = 0; place < 8; ++place) {
        std::vector<double> values(8, 1.0);
        values[place] = -1.0;
        EXPECT_TRUE(any(this->loaded(values) < L(0.0))) << place;
    }
    EXPECT_FALSE(any(L(kNan) < L(kInfinity)));
}

TYPED_TEST(LanesOf, AreMultipliedByPowersOfTwo) {
    const std::vector<double> exponents{-1022, -1, 0, 1, 2, 10, 52, 1023};
    const auto t = this->loaded(exponents) + typename TestFixture::Tested(0x1.8p52);
    for (const double x : {1.0, -1.75}) {
        std::vector<double> expected;
        for (const double exponent : exponents) expected.push_back(std::ldexp(x, static_cast<int>(exponent)));
        EXPECT_TRUE(test::same_bits(this->stored(times_power_of_two(typename TestFixture::Tested(x), t)), expected))
            << x;
    }
}

TEST(Padding, RoundsUpToWholeLaneGroups) {
    EXPECT_EQ(padded(0), 0U);
    EXPECT_EQ(padded(1), 8U);
    EXPECT_EQ(padded(8), 8U);
    EXPECT_EQ(padded(9), 16U);
    EXPECT_EQ(blocks_for(63), 8U);
    EXPECT_EQ(blocks_for(65), 9U);
}

TEST(AlignedVector, StartsAtACacheLine) {
    for (const std::size_t size : {1U, 7U, 8U, 1000U}) {
        const AlignedVector values(size);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values.data()) % kAlignment, 0U) << size;
    }
}

}  // namespace
}  // namespace polarize
