// How many replaced tokens change a prediction.

#include "metrics/token_attack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace polarize {
namespace {

/// 1 where at least `votes` of the four tokens of a sequence are 1.
Predictor needs(std::ptrdiff_t votes) {
    return [votes](std::span<const std::int32_t> tokens) {
        std::vector<std::int32_t> predicted;
        for (std::size_t i = 0; i < tokens.size(); i += 4)
            predicted.push_back(std::ranges::count(tokens.subspan(i, 4), 1) >= votes ? 1 : 0);
        return predicted;
    };
}

TEST(TokenAttack, CountsTheTokensUntilThePredictionChanges) {
    const std::vector<std::int32_t> sequences{0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0};
    const std::vector<std::int32_t> replacements(12, 1);
    const std::vector<std::size_t> order{0, 1, 2, 3, 1, 2, 3, 0, 3, 2, 1, 0};
    const TokenAttack attack = token_attack(sequences, replacements, 4, order, needs(3));
    EXPECT_EQ(attack.tokens, (std::vector<std::size_t>{3, 2, 1}));
    EXPECT_NEAR(attack.one_token_share, 1.0 / 3, 1e-12);
    EXPECT_EQ(attack.flipped_share, 1);
    EXPECT_EQ(attack.mean_tokens, 2);
}

TEST(TokenAttack, ReplacesInTheOrderOfAttention) {
    const std::vector<std::int32_t> sequences{1, 0, 1, 0};
    const std::vector<std::int32_t> replacements{0, 1, 0, 1};
    EXPECT_EQ(token_attack(sequences, replacements, 4, std::vector<std::size_t>{0, 1}, needs(2)).tokens[0], 1U);
    EXPECT_EQ(token_attack(sequences, replacements, 4, std::vector<std::size_t>{1, 0, 2}, needs(2)).tokens[0], 3U);
}

TEST(TokenAttack, SaysSoWhereNothingChangesThePrediction) {
    const TokenAttack attack = token_attack(std::vector<std::int32_t>(8, 0), std::vector<std::int32_t>(8, 1), 4,
                                            std::vector<std::size_t>{0, 1, 0, 1}, needs(3));
    EXPECT_EQ(attack.tokens, (std::vector<std::size_t>{0, 0}));
    EXPECT_EQ(attack.flipped_share, 0);
    EXPECT_EQ(attack.mean_tokens, 0);
    EXPECT_EQ(token_attack({}, {}, 4, {}, needs(3)), TokenAttack{});
}

}  // namespace
}  // namespace polarize
