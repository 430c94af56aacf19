// Batches by the number of the step: a data set epoch after epoch, or fresh sequences.

#include "tasks/batches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "support/errors.hpp"
#include "tasks/classification.hpp"
#include "tasks/induction.hpp"

namespace polarize {
namespace {

using Sequence = std::vector<std::int32_t>;

/// The sequences of the steps from `first` on, up to `end`.
std::vector<Sequence> sequences_of(Batches& batches, std::uint64_t first, std::uint64_t end) {
    std::vector<Sequence> all;
    for (std::uint64_t step = first; step < end; ++step) {
        const Examples& batch = batches.at(step);
        for (std::size_t i = 0; i < batch.count(); ++i) {
            const auto tokens = batch.sequence(i);
            all.emplace_back(tokens.begin(), tokens.end());
        }
    }
    return all;
}

TEST(Batches, GoOverTheWholeDataSetOnceInEveryEpochInAnOrderOfItsOwn) {
    InductionTask task({});
    Batches batches(task, {.seed = 2, .sequences = 100, .batch = 32}, {}, {});
    ASSERT_EQ(batches.steps_per_epoch(), 4U);
    auto first = sequences_of(batches, 0, 4);
    auto second = sequences_of(batches, 4, 8);
    EXPECT_EQ(first.size(), 100U);
    EXPECT_NE(first, second) << "another order";
    std::ranges::sort(first);
    std::ranges::sort(second);
    EXPECT_EQ(first, second) << "the same sequences";
}

TEST(Batches, EndAnEpochWithWhatIsLeft) {
    InductionTask task({});
    Batches batches(task, {.sequences = 100, .batch = 32}, {}, {});
    EXPECT_EQ(batches.at(2).count(), 32U);
    EXPECT_EQ(batches.at(3).count(), 4U);
    EXPECT_EQ(batches.at(4).count(), 32U);
    Batches large(task, {.sequences = 10, .batch = 32}, {}, {});
    EXPECT_EQ(large.steps_per_epoch(), 1U);
    EXPECT_EQ(large.at(0).count(), 10U);
}

TEST(Batches, CanBeginAtAnyStep) {
    ClassificationTask task({});
    for (const bool fresh : {false, true}) {
        const BatchSettings settings{.seed = 9, .sequences = 50, .batch = 16, .fresh = fresh};
        Batches from_start(task, settings, {}, {});
        Batches later(task, settings, {}, {});
        sequences_of(from_start, 0, 9);
        EXPECT_EQ(later.at(9).tokens, from_start.at(9).tokens);
        EXPECT_EQ(later.at(9).targets, from_start.at(9).targets);
        EXPECT_EQ(later.at(2).tokens, from_start.at(2).tokens) << "and go back";
    }
}

TEST(Batches, NeverGiveAFreshSequenceTwice) {
    InductionTask task({.vocabulary = 1000});
    Batches batches(task, {.sequences = 100, .batch = 32, .fresh = true}, {}, {});
    const auto all = sequences_of(batches, 0, 12);
    EXPECT_EQ(all.size(), 300U);
    EXPECT_EQ(std::set<Sequence>(all.begin(), all.end()).size(), 300U);
}

TEST(Batches, StartFreshWithTheSequencesOfTheDataSet) {
    InductionTask task({});
    Batches batches(task, {.seed = 5, .sequences = 64, .batch = 16, .fresh = true}, {}, {});
    EXPECT_EQ(batches.at(1).tokens, task.draw_examples(5, Purpose::training_examples, 16, 16).tokens);
}

TEST(Batches, RefuseToBeOfNothing) {
    InductionTask task({});
    EXPECT_EQ(test::error_of([&] { Batches(task, {.sequences = 8}, {}, {}); }),
              "batch: 0 is out of range; allowed: at least 1");
    EXPECT_EQ(test::error_of([&] { Batches(task, {.batch = 8}, {}, {}); }),
              "sequences: 0 is out of range; allowed: at least 1");
    EXPECT_EQ(test::error_of([&] { InductionTask({.distinct = 0}); }),
              "distinct: 0 is out of range; allowed: at least 1");
}

TEST(Batches, FollowAGivenDataSetAndOrderAndThenTheirOwn) {
    ClassificationTask task({.vocabulary = 13, .labels = 3, .drawn = 2});
    Examples data{
        .length = 3, .kind = Targets::last_position, .tokens = {1, 2, 0, 5, 6, 0, 9, 10, 0}, .targets = {0, 1, 2}};
    Batches batches(task, {.sequences = 3, .batch = 2}, data, {{2, 0, 1}});
    EXPECT_EQ(batches.at(0).tokens, (std::vector<std::int32_t>{9, 10, 0, 1, 2, 0}));
    EXPECT_EQ(batches.at(0).targets, (std::vector<std::int32_t>{2, 0}));
    EXPECT_EQ(batches.at(1).tokens, (std::vector<std::int32_t>{5, 6, 0}));
    const auto next_epoch = sequences_of(batches, 2, 4);
    EXPECT_EQ(std::set<Sequence>(next_epoch.begin(), next_epoch.end()).size(), 3U);
}

}  // namespace
}  // namespace polarize
