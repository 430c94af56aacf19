#include "wishes.hpp"

#include <gtest/gtest.h>

#include "state_text.hpp"

namespace polarize::ui {
namespace {

ViewState default_state() {
    return {.choices = default_choices(),
            .store = {},
            .latest = {},
            .scrubbed = {},
            .hovered = {},
            .engine = {},
            .error = {}};
}

Wishes wish(const ViewState& state, const char* name, const char* value) {
    Wishes wishes;
    wishes.choices = state.choices;
    wishes.choices->params.set(name, value);
    return wishes;
}

TEST(Wishes, SetLiveParametersInTheRun) {
    ViewState state = default_state();
    EXPECT_EQ(apply(wish(state, "lr", "0.5"), state),
              (Commands{{"set", "lr=0.5"}, {"url", "experiment=logistic&lr=0.5"}}));
    EXPECT_EQ(state.choices.params.real("lr"), 0.5);
}

TEST(Wishes, StartANewRunForOtherParameters) {
    ViewState state = default_state();
    state.scrubbed = 3;
    EXPECT_EQ(apply(wish(state, "k", "3"), state),
              (Commands{{"select", "experiment=logistic&k=3"}, {"url", "experiment=logistic&k=3"}}));
    EXPECT_FALSE(state.scrubbed.has_value());
}

TEST(Wishes, StartANewRunForAnotherExperiment) {
    ViewState state = default_state();
    Wishes wishes;
    wishes.choices = Choices{Params(find_experiment("kl")), AxisScale::logarithmic, std::string(default_pace)};
    EXPECT_EQ(apply(wishes, state), (Commands{{"select", "experiment=kl"}, {"url", "experiment=kl"}}));
}

TEST(Wishes, StartANewRunWhenAskedTo) {
    ViewState state = default_state();
    Wishes wishes = wish(state, "lr", "0.5");
    wishes.new_run = true;
    wishes.command("play");
    EXPECT_EQ(
        apply(wishes, state),
        (Commands{{"select", "experiment=logistic&lr=0.5"}, {"url", "experiment=logistic&lr=0.5"}, {"play", ""}}));
}

TEST(Wishes, ChangeTheViewWithoutTheRun) {
    ViewState state = default_state();
    Wishes wishes;
    wishes.choices = state.choices;
    wishes.choices->axis = AxisScale::linear;
    EXPECT_EQ(apply(wishes, state), (Commands{{"url", "experiment=logistic&view.axis=linear"}}));
}

TEST(Wishes, ChangeThePace) {
    ViewState state = default_state();
    Wishes wishes;
    wishes.choices = state.choices;
    wishes.choices->pace = "max";
    EXPECT_EQ(apply(wishes, state), (Commands{{"pace", "max"}, {"url", "experiment=logistic&pace=max"}}));
}

TEST(Wishes, OfNothingChangeNothing) {
    ViewState state = default_state();
    state.scrubbed = 2;
    Wishes wishes;
    wishes.choices = state.choices;
    EXPECT_TRUE(apply(wishes, state).empty());
    EXPECT_EQ(state.scrubbed, 2U);
}

TEST(Wishes, MoveTheShownMoment) {
    ViewState state = default_state();
    Wishes wishes;
    wishes.hovered = 4;
    wishes.scrubbed = std::optional<std::size_t>(7);
    EXPECT_TRUE(apply(wishes, state).empty());
    EXPECT_EQ(state.moment(), 4U);
    wishes = {};
    wishes.scrubbed = std::optional<std::size_t>{};
    apply(wishes, state);
    EXPECT_FALSE(state.moment().has_value());
}

}  // namespace
}  // namespace polarize::ui
