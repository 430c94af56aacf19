// The classification task: which label's tokens stand before CLS.

#include "tasks/classification.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "support/errors.hpp"

namespace polarize {
namespace {

constexpr std::size_t kCount = 4000;

TEST(ClassificationTask, DrawsDifferentTokensOfOneLabelAndEndsWithCls) {
    for (const std::size_t vocabulary : {41U, 81U, 161U}) {
        ClassificationTask task({.vocabulary = vocabulary});
        const auto owned = static_cast<std::int32_t>((vocabulary - 1) / 4);
        const Examples examples = task.draw_examples(1, Purpose::training_examples, 0, kCount);
        ASSERT_EQ(examples.length, 11U);
        ASSERT_EQ(examples.targets.size(), kCount);
        std::vector<std::size_t> count_of_label(4);
        std::set<std::int32_t> seen;
        for (std::size_t i = 0; i < kCount; ++i) {
            const auto tokens = examples.sequence(i);
            const std::int32_t label = examples.targets[i];
            ++count_of_label.at(static_cast<std::size_t>(label));
            EXPECT_EQ(tokens.back(), 0);
            const std::set<std::int32_t> drawn(tokens.begin(), tokens.end() - 1);
            EXPECT_EQ(drawn.size(), 10U) << "no token twice";
            EXPECT_GT(*drawn.begin(), label * owned);
            EXPECT_LE(*drawn.rbegin(), (label + 1) * owned);
            seen.insert(drawn.begin(), drawn.end());
        }
        EXPECT_EQ(seen.size(), vocabulary - 1) << "every token occurs";
        for (const std::size_t count : count_of_label) EXPECT_NEAR(static_cast<double>(count), kCount / 4.0, 150);
    }
}

TEST(ClassificationTask, PredictsALabelAtTheLastPositionAlone) {
    const ClassificationTask task({.vocabulary = 13, .labels = 3, .drawn = 4});
    EXPECT_EQ(task.shape().classes, 3U);
    EXPECT_EQ(task.shape().tokens, 13U);
    EXPECT_EQ(task.shape().length, 5U);
    EXPECT_EQ(task.shape().targets, Targets::last_position);
}

TEST(ClassificationTask, RefusesTokensThatCannotBeSharedOut) {
    EXPECT_EQ(
        test::error_of([] { ClassificationTask({.vocabulary = 42}); }),
        "vocabulary: 42 does not share out its 41 tokens beside CLS evenly among 4 labels; allowed: 1 more than a "
        "multiple of labels");
    EXPECT_EQ(test::error_of([] { ClassificationTask({.vocabulary = 37}); }),
              "vocabulary: 37 gives each label 9 tokens, too few for sequences of 10; allowed: at least 41");
    EXPECT_EQ(test::error_of([] { ClassificationTask({.labels = 0}); }), "labels: 0 is too few; allowed: at least 1");
    EXPECT_EQ(test::error_of([] { ClassificationTask({.vocabulary = 0}); }),
              "vocabulary: 0 has no room for CLS; allowed: at least 2");
}

}  // namespace
}  // namespace polarize
