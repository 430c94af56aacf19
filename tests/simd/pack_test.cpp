// Registers of floats and doubles and their scalar twin, and the one rule for numbers that are not ordered.

#include "simd/pack.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "simd/own_registers.hpp"

namespace polarize {
namespace {

/// Packs of the instruction set that the tests themselves are compiled for; the wider ones are tested by way of the
/// kernels.
template <class P>
class PackOf : public ::testing::Test {};

using Packs = ::testing::Types<ScalarPack<float>, ScalarPack<double>
#ifdef POLARIZE_TESTS_HAVE_REGISTERS
                               ,
                               xsimd::batch<float>, xsimd::batch<double>
#endif
                               >;
TYPED_TEST_SUITE(PackOf, Packs);

template <class T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();

TYPED_TEST(PackOf, GiveTheFirstOfTwoThatAreNotOrdered) {
    using P = TypeParam;
    using T = typename P::value_type;
    EXPECT_EQ(first_lane(larger(P(T(1)), P(kNan<T>))), T(1));
    EXPECT_EQ(first_lane(smaller(P(T(1)), P(kNan<T>))), T(1));
    EXPECT_TRUE(std::isnan(first_lane(larger(P(kNan<T>), P(T(1))))));
    EXPECT_TRUE(std::isnan(first_lane(smaller(P(kNan<T>), P(T(1))))));
    EXPECT_TRUE(std::signbit(first_lane(larger(P(T(-0.0)), P(T(0))))));
    EXPECT_FALSE(std::signbit(first_lane(smaller(P(T(0)), P(T(-0.0))))));
}

TYPED_TEST(PackOf, GiveTheLargerAndTheSmallerOfTwoInEitherOrder) {
    using P = TypeParam;
    using T = typename P::value_type;
    EXPECT_EQ(first_lane(larger(P(T(-2)), P(T(3)))), T(3));
    EXPECT_EQ(first_lane(larger(P(T(3)), P(T(-2)))), T(3));
    EXPECT_EQ(first_lane(smaller(P(T(-2)), P(T(3)))), T(-2));
    EXPECT_EQ(first_lane(smaller(P(T(3)), P(T(-2)))), T(-2));
}

TYPED_TEST(PackOf, TakeTheSignFromZeroAndNan) {
    using P = TypeParam;
    using T = typename P::value_type;
    EXPECT_FALSE(std::signbit(first_lane(abs(P(T(-0.0))))));
    EXPECT_EQ(first_lane(abs(P(-std::numeric_limits<T>::infinity()))), std::numeric_limits<T>::infinity());
    EXPECT_TRUE(std::isnan(first_lane(abs(P(-kNan<T>)))));
}

TYPED_TEST(PackOf, AreMultipliedByPowersOfTwoOfTheWholeNormalRange) {
    using P = TypeParam;
    using T = typename P::value_type;
    constexpr int kLowest = std::numeric_limits<T>::min_exponent - 1;
    constexpr int kHighest = std::numeric_limits<T>::max_exponent - 1;
    for (int n = kLowest; n <= kHighest; ++n) {
        const P t(static_cast<T>(n) + FloatBits<T>::kRound);
        ASSERT_EQ(first_lane(times_power_of_two(P(T(-1.75)), t)), std::ldexp(T(-1.75), n)) << n;
    }
}

TYPED_TEST(PackOf, ReplaceTheLanesBehindACount) {
    using P = TypeParam;
    using T = typename P::value_type;
    for (std::size_t count = 0; count <= P::size + 1; ++count) {
        std::vector<T> lanes(P::size);
        store(first_lanes(count, P(T(5)), P(T(7))), lanes.data());
        for (std::size_t i = 0; i < P::size; ++i) EXPECT_EQ(lanes[i], i < count ? T(5) : T(7)) << count << ", " << i;
    }
}

TYPED_TEST(PackOf, AreReducedOverAllLanes) {
    using P = TypeParam;
    using T = typename P::value_type;
    std::vector<T> lanes(P::size);
    T sum = 0;
    for (std::size_t i = 0; i < P::size; ++i) sum += lanes[i] = T(3) - static_cast<T>(i);
    EXPECT_EQ(reduce_add(load<P>(lanes.data())), sum);
    EXPECT_EQ(reduce_max(load<P>(lanes.data())), T(3));
}

}  // namespace
}  // namespace polarize
