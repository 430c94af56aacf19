#include "clock.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sample_runs.hpp"
#include "state_text.hpp"

namespace polarize::ui {
namespace {

ViewState state_of(Snapshot snapshot, AxisScale axis) {
    ViewState state{.choices = default_choices(),
                    .store = {},
                    .latest = {},
                    .scrubbed = {},
                    .hovered = {},
                    .engine = {},
                    .error = {}};
    state.choices.axis = axis;
    receive(state, std::move(snapshot));
    return state;
}

/// A flow whose time is e to the power of tau.
Snapshot rescaled_flow() {
    Snapshot snapshot;
    snapshot.step = 2;
    snapshot.progress = 0.5;
    snapshot.flow = FlowClock{.tau = 1000, .log_t = 1000};
    snapshot.alpha = {1};
    snapshot.history.steps = {0, 1, 1, 2};
    snapshot.history.series = {{"time", 1, {0, std::exp(10.0), std::exp(100.0), 1.7e308}},
                               {"tau", 1, {0, 10, 100, 1000}},
                               {"log_t", 1, {-HUGE_VAL, 10, 100, 1000}}};
    return snapshot;
}

TEST(Clock, OfADescentReachesToTheLastUpdateOnALogarithmicAxis) {
    const Clock clock = plot_clock(state_of(descent_snapshot({0, 1, 10, 100}, 10000), AxisScale::logarithmic));
    EXPECT_EQ(clock.kind, ClockKind::updates);
    EXPECT_EQ(clock.low, 0);
    EXPECT_DOUBLE_EQ(clock.high, 4);
    EXPECT_DOUBLE_EQ(clock.now, 2);
    ASSERT_EQ(clock.positions.size(), 4U);
    EXPECT_EQ(clock.positions[0], -HUGE_VAL);
    EXPECT_DOUBLE_EQ(clock.positions[3], 2);
}

TEST(Clock, OfADescentReachesToThePresentOnALinearAxis) {
    const Clock clock = plot_clock(state_of(descent_snapshot({0, 1, 10, 100}, 10000), AxisScale::linear));
    EXPECT_FALSE(clock.logarithmic);
    EXPECT_EQ(clock.high, 100);
    EXPECT_EQ(clock.positions[0], 0);
}

TEST(Clock, HasAnAxisBeforeTheFirstSnapshot) {
    const ViewState state{.choices = default_choices(),
                          .store = {},
                          .latest = {},
                          .scrubbed = {},
                          .hovered = {},
                          .engine = {},
                          .error = {}};
    EXPECT_LT(plot_clock(state).low, plot_clock(state).high);
    EXPECT_LT(timeline_clock(state).low, timeline_clock(state).high);
}

TEST(Clock, OfAFlowPassesTheLargestDouble) {
    const Clock clock = plot_clock(state_of(rescaled_flow(), AxisScale::logarithmic));
    EXPECT_EQ(clock.kind, ClockKind::time);
    EXPECT_NEAR(clock.now, 1000 / std::numbers::ln10, 1e-9);
    EXPECT_NEAR(clock.low, 10 / std::numbers::ln10, 1e-9);
    EXPECT_NEAR(clock.high, clock.low + (clock.now - clock.low) / 0.5, 1e-9) << "half of the run is done";
}

TEST(Clock, OfARescaledFlowRunsInTauWhereItsLawsAreStraight) {
    const Clock linear = plot_clock(state_of(rescaled_flow(), AxisScale::linear));
    EXPECT_EQ(linear.kind, ClockKind::rescaled_time);
    EXPECT_EQ(linear.high, 1000);
    const Clock both = plot_clock(state_of(rescaled_flow(), AxisScale::double_logarithmic));
    EXPECT_EQ(both.kind, ClockKind::rescaled_time);
    EXPECT_DOUBLE_EQ(both.now, 3);
}

TEST(Clock, OfAFlowInItsOwnTimeStaysInT) {
    Snapshot snapshot = rescaled_flow();
    snapshot.history.series[1].values = snapshot.history.series[0].values;
    EXPECT_EQ(plot_clock(state_of(std::move(snapshot), AxisScale::double_logarithmic)).kind, ClockKind::time);
}

TEST(Clock, FindsTheNearestSample) {
    const Clock clock = plot_clock(state_of(descent_snapshot({0, 1, 10, 100}, 10000), AxisScale::logarithmic));
    EXPECT_EQ(clock.nearest(-5), 1U);
    EXPECT_EQ(clock.nearest(0.4), 1U);
    EXPECT_EQ(clock.nearest(0.6), 2U);
    EXPECT_EQ(clock.nearest(1.5), 3U);
    EXPECT_EQ(clock.nearest(9), 3U);
}

}  // namespace
}  // namespace polarize::ui
