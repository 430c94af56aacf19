// Streams of random numbers that a key alone determines.

#include "tasks/random_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

namespace polarize {
namespace {

std::vector<std::uint64_t> first_numbers(std::uint64_t seed, Purpose purpose, std::uint64_t number) {
    RandomStream stream(seed, purpose, number);
    std::vector<std::uint64_t> numbers(4);
    std::ranges::generate(numbers, [&] { return stream.next(); });
    return numbers;
}

TEST(RandomStream, GivesTheSameNumbersForTheSameKeyAndOthersForAnyOther) {
    const auto numbers = first_numbers(7, Purpose::mixing, 3);
    EXPECT_EQ(first_numbers(7, Purpose::mixing, 3), numbers);
    EXPECT_NE(first_numbers(8, Purpose::mixing, 3), numbers);
    EXPECT_NE(first_numbers(7, Purpose::epoch_order, 3), numbers);
    EXPECT_NE(first_numbers(7, Purpose::mixing, 4), numbers);
}

TEST(RandomStream, GivesNeighbouringKeysUnrelatedStreams) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (std::uint64_t number = 0; number < 20; ++number)
            for (const std::uint64_t x : first_numbers(seed, Purpose::training_examples, number)) seen.insert(x);
    EXPECT_EQ(seen.size(), 20U * 20U * 4U);
}

TEST(RandomStream, GivesTheseBitsOnEveryMachine) {
    EXPECT_EQ(first_numbers(0, Purpose::training_examples, 0),
              (std::vector<std::uint64_t>{0xc4adcb372d915a98U, 0x8a0d0fb949939f90U, 0x2adce70632f1aebcU,
                                          0x9dba1c60a331f6adU}));
}

TEST(RandomStream, DrawsEveryNumberBelowALimitEquallyOften) {
    RandomStream stream(1, Purpose::mixing, 0);
    constexpr int kDraws = 70000;
    std::array<int, 7> counts{};
    for (int i = 0; i < kDraws; ++i) ++counts.at(static_cast<std::size_t>(stream.below(counts.size())));
    const double expected = kDraws / 7.0;
    for (const int count : counts) EXPECT_NEAR(count, expected, 5 * std::sqrt(expected));
    EXPECT_EQ(stream.below(1), 0U);
}

TEST(RandomStream, ShufflesIntoEveryOrder) {
    std::set<std::array<int, 4>> orders;
    for (std::uint64_t number = 0; number < 1000; ++number) {
        std::array<int, 4> values{0, 1, 2, 3};
        RandomStream(5, Purpose::mixing, number).shuffle(std::span<int>(values));
        orders.insert(values);
    }
    EXPECT_EQ(orders.size(), 24U);
}

}  // namespace
}  // namespace polarize
