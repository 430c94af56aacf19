#include "history_store.hpp"

#include <gtest/gtest.h>

#include <polarize/error.hpp>
#include "sample_runs.hpp"

namespace polarize::ui {
namespace {

TEST(HistoryStore, PutsPiecesTogether) {
    HistoryStore store;
    store.begin_run(1);
    store.append(descent_history({0, 1, 2}));
    store.append(descent_history({4, 8}));
    EXPECT_EQ(store.history(), descent_history({0, 1, 2, 4, 8}));
}

TEST(HistoryStore, LeavesOutSamplesItHas) {
    HistoryStore store;
    store.append(descent_history({0, 1, 2}));
    store.append(descent_history({1, 2, 4}));
    store.append(descent_history({0, 1, 2, 4}));
    EXPECT_EQ(store.history(), descent_history({0, 1, 2, 4}));
}

TEST(HistoryStore, KeepsAnEmptyPieceFromChangingAnything) {
    HistoryStore store;
    store.append(descent_history({0, 1}));
    store.append(descent_history({}));
    EXPECT_EQ(store.history(), descent_history({0, 1}));
}

TEST(HistoryStore, ShowsTheOldRunUntilTheNewOneHasSamples) {
    HistoryStore store;
    store.begin_run(1);
    store.append(descent_history({0, 1, 2, 4}));
    store.begin_run(2);
    EXPECT_EQ(store.run(), 2);
    EXPECT_EQ(store.samples(), 4U);
    store.append(descent_history({0, 1}));
    EXPECT_EQ(store.history(), descent_history({0, 1}));
}

TEST(HistoryStore, AnnouncingTheSameRunAgainKeepsIt) {
    HistoryStore store;
    store.begin_run(1);
    store.append(descent_history({0, 1}));
    store.begin_run(1);
    store.append(descent_history({2}));
    EXPECT_EQ(store.samples(), 3U);
}

TEST(HistoryStore, TellsFlowSamplesWithinOneStepApartByTau) {
    HistoryStore store;
    store.append({{0, 1, 1}, {{"tau", 1, {0, 0.1, 0.2}}}});
    store.append({{1, 1, 2}, {{"tau", 1, {0.2, 0.3, 0.4}}}});
    EXPECT_EQ(store.history().steps, (std::vector<std::int64_t>{0, 1, 1, 1, 2}));
    EXPECT_EQ(store.history().find("tau")->values, (std::vector<double>{0, 0.1, 0.2, 0.3, 0.4}));
}

TEST(HistoryStore, RefusesAPieceWithOtherSeries) {
    HistoryStore store;
    store.append(descent_history({0, 1}));
    EXPECT_THROW(store.append({{2}, {{"loss", 1, {1.0}}}}), Error);
    EXPECT_THROW(store.append({{2}, {{"alpha", 3, {1, 2, 3}}, {"loss", 1, {1.0}}}}), Error);
    EXPECT_EQ(store.history(), descent_history({0, 1})) << "a refused piece must leave nothing behind";
}

TEST(HistoryStore, FindsTheNumbersOfASample) {
    HistoryStore store;
    store.append(descent_history({0, 1, 2}));
    const std::span<const double> alpha = store.at("alpha", 2);
    ASSERT_EQ(alpha.size(), 2U);
    EXPECT_EQ(alpha[0], 2);
    EXPECT_EQ(alpha[1], -2);
    EXPECT_TRUE(store.at("alpha", 3).empty());
    EXPECT_TRUE(store.at("no such series", 0).empty());
}

}  // namespace
}  // namespace polarize::ui
