#include "view_state.hpp"

#include <gtest/gtest.h>

#include "sample_runs.hpp"
#include "state_text.hpp"

namespace polarize::ui {
namespace {

ViewState empty_state() {
    return {.choices = default_choices(),
            .store = {},
            .latest = {},
            .scrubbed = {},
            .hovered = {},
            .engine = {},
            .error = {}};
}

TEST(ViewState, ShowsNothingBeforeTheFirstSnapshot) { EXPECT_FALSE(shown_moment(empty_state()).has_value()); }

TEST(ViewState, ShowsThePresent) {
    ViewState state = empty_state();
    receive(state, descent_snapshot({0, 1, 5}, 100));
    const std::optional<Moment> moment = shown_moment(state);
    ASSERT_TRUE(moment.has_value());
    EXPECT_EQ(moment->step, 5);
    EXPECT_EQ(moment->alpha, (std::vector<double>{0.75, 0.25}));
    EXPECT_EQ(moment->winner, 0U);
}

TEST(ViewState, ShowsTheHoveredMomentBeforeTheScrubbedOne) {
    ViewState state = empty_state();
    receive(state, descent_snapshot({0, 1, 5}, 100));
    state.scrubbed = 0;
    EXPECT_EQ(shown_moment(state)->step, 0);
    state.hovered = 1;
    EXPECT_EQ(shown_moment(state)->step, 1);
    EXPECT_EQ(shown_moment(state)->alpha, (std::vector<double>{1, -1}));
}

TEST(ViewState, KeepsArraysUntilNewOnesCome) {
    ViewState state = empty_state();
    Snapshot first = descent_snapshot({0, 1}, 100);
    first.arrays["V"] = Array{{1}, {2.0}};
    receive(state, first);
    receive(state, descent_snapshot({2}, 100));
    EXPECT_EQ(state.latest->arrays.count("V"), 1U);
    EXPECT_EQ(state.store.samples(), 3U);
}

TEST(ViewState, LeavesArraysOfAnEarlierRunBehind) {
    ViewState state = empty_state();
    Snapshot first = descent_snapshot({0, 1, 2}, 100);
    first.arrays["V"] = Array{{1}, {2.0}};
    state.store.begin_run(1);
    receive(state, first);
    state.store.begin_run(2);
    receive(state, descent_snapshot({0, 1, 2, 3}, 100));
    EXPECT_TRUE(state.latest->arrays.empty());
}

TEST(ViewState, LetsGoOfAMomentThatANewRunHasNot) {
    ViewState state = empty_state();
    state.store.begin_run(1);
    receive(state, descent_snapshot({0, 1, 2, 3}, 100));
    state.scrubbed = 3;
    state.hovered = 1;
    state.store.begin_run(2);
    receive(state, descent_snapshot({0}, 100));
    EXPECT_FALSE(state.scrubbed.has_value());
    EXPECT_FALSE(state.hovered.has_value());
}

}  // namespace
}  // namespace polarize::ui
