// The seeds of an ensemble's flows.

#include <polarize/ensemble.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <vector>

namespace polarize {
namespace {

std::vector<std::uint32_t> seeds(std::uint32_t seed, std::uint32_t count) {
    std::vector<std::uint32_t> result(count);
    for (std::uint32_t i = 0; i < count; ++i) result[i] = flow_seed(seed, i);
    return result;
}

TEST(FlowSeed, NeverRepeatsWithinAnEnsemble) {
    for (const std::uint32_t seed : {0U, 1U, 123U, 4294967295U}) {
        std::vector<std::uint32_t> all = seeds(seed, 1000000);
        std::ranges::sort(all);
        EXPECT_EQ(std::ranges::adjacent_find(all), all.end()) << seed;
    }
}

TEST(FlowSeed, OfTwoEnsemblesHasHardlyAnythingInCommon) {
    std::vector<std::uint32_t> first = seeds(1, 100000);
    std::vector<std::uint32_t> second = seeds(2, 100000);
    std::ranges::sort(first);
    std::ranges::sort(second);
    std::vector<std::uint32_t> both;
    std::ranges::set_intersection(first, second, std::back_inserter(both));
    // 100000² / 2³² = 2.3 by chance.
    EXPECT_LT(both.size(), 12U);
}

/// Every bit of the number changes about half of the seed's bits.
TEST(FlowSeed, DependsOnEveryBit) {
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
        int changed_by_flow = 0;
        int changed_by_seed = 0;
        for (std::uint32_t i = 0; i < 1000; ++i) {
            changed_by_flow += std::popcount(flow_seed(7, i) ^ flow_seed(7, i ^ (1U << bit)));
            changed_by_seed += std::popcount(flow_seed(i, 7) ^ flow_seed(i ^ (1U << bit), 7));
        }
        EXPECT_NEAR(changed_by_flow / 1000.0, 16, 1) << bit;
        EXPECT_NEAR(changed_by_seed / 1000.0, 16, 1) << bit;
    }
}

/// Ensembles of earlier versions can be computed again.
TEST(FlowSeed, StaysWhatItWas) {
    EXPECT_EQ(seeds(123, 4), (std::vector<std::uint32_t>{1437772159, 47131353, 3837045527, 8611624}));
    EXPECT_EQ(seeds(0, 2), (std::vector<std::uint32_t>{2881509121, 1290287177}));
}

}  // namespace
}  // namespace polarize
