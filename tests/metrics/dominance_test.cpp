// Whether the token that CLS attends to most decides alone.

#include "metrics/dominance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/classification.hpp"

namespace polarize {
namespace {

constexpr std::size_t kLength = 11;
constexpr std::size_t kPairs = 200;

std::int32_t label_of(std::int32_t token) { return (token - 1) / 10; }

/// A model that obeys the smallest token.
std::vector<HeadAnswer> smallest_decides(std::span<const std::int32_t> tokens) {
    std::vector<HeadAnswer> answers;
    for (std::size_t i = 0; i < tokens.size(); i += kLength) {
        const auto before_last = tokens.subspan(i, kLength - 1);
        const auto smallest = std::ranges::min_element(before_last);
        answers.push_back({label_of(*smallest), static_cast<std::size_t>(smallest - before_last.begin())});
    }
    return answers;
}

/// A model that obeys the majority, whatever it attends to.
std::vector<HeadAnswer> majority_decides(std::span<const std::int32_t> tokens) {
    std::vector<HeadAnswer> answers = smallest_decides(tokens);
    for (std::size_t i = 0; i < tokens.size(); i += kLength) {
        std::map<std::int32_t, int> votes;
        for (const std::int32_t token : tokens.subspan(i, kLength - 1)) ++votes[label_of(token)];
        answers[i / kLength].predicted =
            std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; })->first;
    }
    return answers;
}

Examples some_examples() { return ClassificationTask({}).draw_examples(1, Purpose::evaluation_examples, 0, 100); }

std::vector<std::size_t> smallest_tokens(const Examples& examples) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < examples.count(); ++i) {
        const auto tokens = examples.sequence(i).first(kLength - 1);
        places.push_back(static_cast<std::size_t>(std::ranges::min_element(tokens) - tokens.begin()));
    }
    return places;
}

TEST(LabelMixing, IsZeroWhereTheMajorityDecides) {
    const Examples examples = some_examples();
    RandomStream stream(1, Purpose::mixing, 0);
    const Dominance result = label_mixing(examples, smallest_tokens(examples), kPairs, majority_decides, stream);
    EXPECT_EQ(result.rate, 0);
    EXPECT_EQ(result.rate_leading, 0) << "not even where it has the most weight";
    EXPECT_NEAR(result.leading, 0.5, 1e-12);
    EXPECT_EQ(result.pairs, kPairs);
}

TEST(LabelMixing, IsAboutOneHalfWhereTheSmallestTokenOfAllDecides) {
    // The top token of the smaller label wins in company of the larger one's tokens, and loses the other way round.
    const Examples examples = some_examples();
    RandomStream stream(1, Purpose::mixing, 0);
    const Dominance result = label_mixing(examples, smallest_tokens(examples), kPairs, smallest_decides, stream);
    EXPECT_NEAR(result.rate, 0.5, 1e-12);
    EXPECT_NEAR(result.rate_a + result.rate_b, 1, 1e-12);
    EXPECT_NEAR(result.leading, 0.5, 1e-12);
    EXPECT_EQ(result.rate_leading, 1) << "where it has the most weight, it decides";
}

TEST(LabelMixing, MixesOneTopTokenWithTheOthersOfAnotherLabelInAnyOrder) {
    const Examples examples = some_examples();
    const std::vector<std::size_t> top = smallest_tokens(examples);
    std::set<std::ptrdiff_t> places;
    const HeadObserver check = [&](std::span<const std::int32_t> tokens) {
        EXPECT_EQ(tokens.size(), 2 * kPairs * kLength);
        for (std::size_t i = 0; i < tokens.size(); i += kLength) {
            EXPECT_EQ(tokens[i + kLength - 1], 0) << "CLS stays last";
            std::map<std::int32_t, int> of_label;
            const auto mixture = tokens.subspan(i, kLength - 1);
            for (const std::int32_t token : mixture) ++of_label[label_of(token)];
            EXPECT_EQ(of_label.size(), 2U);
            const auto lone = std::ranges::find(of_label, 1, [](const auto& entry) { return entry.second; });
            const auto place = std::ranges::find(mixture, lone->first, label_of);
            places.insert(place - mixture.begin());
            EXPECT_EQ((*place - 1) % 10, 0) << "the smallest token of its label is the top one";
        }
        return std::vector<HeadAnswer>(2 * kPairs, HeadAnswer{-1, 0});
    };
    RandomStream stream(1, Purpose::mixing, 0);
    EXPECT_EQ(label_mixing(examples, top, kPairs, check, stream).rate, 0);
    EXPECT_EQ(places.size(), kLength - 1) << "shuffled";
}

TEST(LabelMixing, HasNoPairsWhereThereIsOneLabelOnly) {
    Examples examples = some_examples();
    std::ranges::fill(examples.targets, 2);
    RandomStream stream(1, Purpose::mixing, 0);
    EXPECT_EQ(label_mixing(examples, smallest_tokens(examples), kPairs, majority_decides, stream), Dominance{});
}

}  // namespace
}  // namespace polarize
