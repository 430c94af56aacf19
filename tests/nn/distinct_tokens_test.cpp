// The distinct (token, position) pairs of a batch and where each occurs.

#include "nn/distinct_tokens.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace polarize {
namespace {

std::vector<std::uint32_t> list(std::span<const std::uint32_t> places) { return {places.begin(), places.end()}; }

TEST(DistinctTokens, CountATokenOnceForEachPosition) {
    const ModelConfig config{.vocabulary = 5, .length = 3};
    DistinctTokens tokens(config, 2);
    tokens.find(std::vector<std::int32_t>{4, 1, 4, 4, 2, 1}, 0, 3);
    ASSERT_EQ(tokens.pairs().size(), 5U);
    EXPECT_EQ(tokens.pair_of_token(0), tokens.pair_of_token(3));
    EXPECT_NE(tokens.pair_of_token(0), tokens.pair_of_token(2));
    EXPECT_EQ(list(tokens.tokens_of(tokens.pair_of_token(0))), (std::vector<std::uint32_t>{0, 3}));
    for (std::uint32_t place = 0; place < 6; ++place) {
        const auto [token, position] = tokens.pairs()[tokens.pair_of_token(place)];
        EXPECT_EQ(position, place % 3);
        EXPECT_EQ(token, (std::vector<std::uint32_t>{4, 1, 4, 4, 2, 1})[place]);
    }
}

TEST(DistinctTokens, CountATokenOnceWherePositionsDoNotCount) {
    const ModelConfig config{.vocabulary = 5, .length = 3, .positions = Positions::no};
    DistinctTokens tokens(config, 2);
    tokens.find(std::vector<std::int32_t>{4, 1, 4, 4, 2, 1}, 0, 3);
    ASSERT_EQ(tokens.pairs().size(), 3U);
    EXPECT_EQ(list(tokens.tokens_of(tokens.pair_of_token(0))), (std::vector<std::uint32_t>{0, 2, 3}));
}

TEST(DistinctTokens, PutThoseThatAreQueriesFirst) {
    const ModelConfig config{.vocabulary = 5, .length = 3, .positions = Positions::no};
    DistinctTokens tokens(config, 2);
    tokens.find(std::vector<std::int32_t>{4, 1, 3, 4, 2, 0}, 2, 1);
    EXPECT_EQ(tokens.query_pairs(), 2U);
    EXPECT_EQ(tokens.pair_of_query(0), 0U);
    EXPECT_EQ(tokens.pair_of_query(1), 1U);
    EXPECT_EQ(tokens.pairs()[1].token, 0U);
    EXPECT_EQ(list(tokens.queries_of(1)), (std::vector<std::uint32_t>{1}));
    EXPECT_TRUE(tokens.queries_of(tokens.pair_of_token(0)).empty());
}

TEST(DistinctTokens, ForgetTheBatchBefore) {
    const ModelConfig config{.vocabulary = 5, .length = 2};
    DistinctTokens tokens(config, 2);
    tokens.find(std::vector<std::int32_t>{4, 1, 3, 4}, 0, 2);
    tokens.find(std::vector<std::int32_t>{2, 2}, 0, 2);
    ASSERT_EQ(tokens.pairs().size(), 2U);
    EXPECT_EQ(tokens.pairs()[0].token, 2U);
    EXPECT_EQ(list(tokens.tokens_of(1)), (std::vector<std::uint32_t>{1}));
}

}  // namespace
}  // namespace polarize
