// The induction task: what follows the query is what followed it before.

#include "tasks/induction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/errors.hpp"

namespace polarize {
namespace {

constexpr std::size_t kCount = 2000;

/// Holds examples of `settings` against the definition; `shift` is what the query is written higher by.
void expect_induction(const InductionConfig& settings, std::int32_t shift) {
    InductionTask task(settings);
    const Examples examples = task.draw_examples(11, Purpose::training_examples, 0, kCount);
    ASSERT_EQ(examples.length, settings.distinct + 2);
    ASSERT_EQ(examples.count(), kCount);
    std::set<std::ptrdiff_t> query_places;
    for (std::size_t i = 0; i < kCount; ++i) {
        const auto tokens = examples.sequence(i);
        const auto targets = examples.targets_of(i);
        EXPECT_EQ(tokens[0], 0) << "BOS comes first";
        const auto middle = tokens.subspan(1, settings.distinct);
        const std::set<std::int32_t> distinct(middle.begin(), middle.end());
        EXPECT_EQ(distinct.size(), settings.distinct);
        EXPECT_GE(*distinct.begin(), 1);
        EXPECT_LT(*distinct.rbegin(), static_cast<std::int32_t>(settings.vocabulary));
        EXPECT_TRUE(std::equal(targets.begin(), targets.end() - 1, tokens.begin() + 1)) << "the next token";
        const std::int32_t query = tokens.back();
        const auto place = std::ranges::find(middle, query - shift) - middle.begin();
        ASSERT_LT(place, static_cast<std::ptrdiff_t>(settings.distinct)) << "the query is one of them";
        query_places.insert(place);
        const bool is_last = place + 1 == static_cast<std::ptrdiff_t>(settings.distinct);
        EXPECT_EQ(targets.back(), is_last ? query : middle[static_cast<std::size_t>(place) + 1]);
    }
    EXPECT_EQ(query_places.size(), settings.distinct) << "any of them can be the query";
}

TEST(InductionTask, AsksForWhatFollowedTheQueryTheFirstTime) { expect_induction({}, 0); }

TEST(InductionTask, WritesTheQueryShiftedWhereAskedTo) { expect_induction({.shift_query_token = true}, 50); }

TEST(InductionTask, HasOtherSizes) {
    expect_induction({.vocabulary = 6, .distinct = 5}, 0);
    expect_induction({.vocabulary = 300, .distinct = 1, .shift_query_token = true}, 300);
}

TEST(InductionTask, CountsShiftedTokensAsTokensAndClasses) {
    EXPECT_EQ(InductionTask({}).shape().tokens, 50U);
    const InductionTask shifted({.shift_query_token = true});
    EXPECT_EQ(shifted.shape().tokens, 100U);
    EXPECT_EQ(shifted.shape().classes, 100U);
    EXPECT_EQ(shifted.shape().length, 12U);
}

TEST(InductionTask, RefusesAVocabularyThatCannotFillASequence) {
    EXPECT_EQ(test::error_of([] { InductionTask({.vocabulary = 10, .distinct = 10}); }),
              "vocabulary: 10 is too small for BOS and 10 distinct tokens; allowed: at least 11");
    EXPECT_EQ(test::error_of([] { InductionTask({.vocabulary = 0, .distinct = 10}); }),
              "vocabulary: 0 is too small for BOS and 10 distinct tokens; allowed: at least 11");
}

TEST(Task, GivesAnExampleByItsNumberWhateverIsDrawnBesideIt) {
    InductionTask task({});
    const Examples many = task.draw_examples(3, Purpose::training_examples, 0, 20);
    const Examples one = task.draw_examples(3, Purpose::training_examples, 13, 1);
    EXPECT_TRUE(std::ranges::equal(one.sequence(0), many.sequence(13)));
    const Examples evaluation = task.draw_examples(3, Purpose::evaluation_examples, 13, 1);
    EXPECT_FALSE(std::ranges::equal(evaluation.sequence(0), many.sequence(13)));
    const Examples other_seed = task.draw_examples(4, Purpose::training_examples, 13, 1);
    EXPECT_FALSE(std::ranges::equal(other_seed.sequence(0), many.sequence(13)));
}

}  // namespace
}  // namespace polarize
