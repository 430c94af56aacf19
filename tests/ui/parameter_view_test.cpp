#include "parameter_view.hpp"

#include <gtest/gtest.h>

namespace polarize::ui {
namespace {

/// Calls `each(parameter)` for every number of every experiment that has a slider.
template <typename Each>
void for_sliders(Each&& each) {
    for (const Experiment& experiment : catalogue()) {
        for (const Parameter& parameter : experiment.parameters) {
            if (parameter.kind != ParameterKind::choice && control_of(parameter) == NumberControl::slider)
                each(parameter);
        }
    }
}

TEST(Slider, ShowsEveryDefaultWithinItself) {
    for_sliders([](const Parameter& parameter) {
        const SliderRange range = slider_range(parameter);
        EXPECT_LT(range.low, range.high) << parameter.name;
        EXPECT_GE(range.low, parameter.minimum) << parameter.name;
        EXPECT_LE(range.high, parameter.maximum) << parameter.name;
        if (!range.zero || parameter.default_value > 0) {
            EXPECT_GE(parameter.default_value, range.low) << parameter.name;
        }
        EXPECT_LE(parameter.default_value, range.high) << parameter.name;
    });
}

TEST(Slider, ComesBackToEveryDefault) {
    for_sliders([](const Parameter& parameter) {
        EXPECT_EQ(slider_value(parameter, slider_position(parameter, parameter.default_value)), parameter.default_value)
            << parameter.name;
    });
}

TEST(Slider, GivesOnlyAllowedValues) {
    for_sliders([](const Parameter& parameter) {
        for (const Experiment& experiment : catalogue()) {
            if (experiment.find(parameter.name) != &parameter) continue;
            Params params(experiment);
            for (int i = -1; i <= 101; ++i)
                EXPECT_NO_THROW(params.set(parameter.name, slider_value(parameter, i / 100.0)));
        }
    });
}

TEST(Slider, OnlyEverGrows) {
    for_sliders([](const Parameter& parameter) {
        for (int i = 1; i <= 100; ++i)
            EXPECT_LE(slider_value(parameter, (i - 1) / 100.0), slider_value(parameter, i / 100.0)) << parameter.name;
    });
}

TEST(Slider, HasZeroAtItsEndWhereThatIsAllowed) {
    const Parameter* scale = find_experiment("logistic").find("V_scale");
    ASSERT_NE(scale, nullptr);
    EXPECT_EQ(slider_value(*scale, 0), 0);
    EXPECT_GT(slider_value(*scale, 0.06), 0);
    EXPECT_EQ(slider_position(*scale, 0), 0);
}

TEST(Slider, HoldsValuesBeyondItAtItsEnds) {
    const Parameter* rate = find_experiment("logistic").find("lr");
    ASSERT_NE(rate, nullptr);
    EXPECT_EQ(slider_position(*rate, rate->minimum), 0);
    EXPECT_EQ(slider_position(*rate, rate->maximum), 1);
}

TEST(Counts, FollowsTheDynamicsAndTheOptimiser) {
    Params params(find_experiment("logistic"));
    const auto seen = [&](const char* name) { return counts(params, *params.experiment().find(name)); };
    EXPECT_TRUE(seen("lr"));
    EXPECT_FALSE(seen("horizon"));
    EXPECT_FALSE(seen("momentum"));
    params.set("optimiser", "adam");
    EXPECT_TRUE(seen("momentum"));
    params.set("dynamics", "flow");
    EXPECT_FALSE(seen("lr"));
    EXPECT_FALSE(seen("momentum"));
    EXPECT_TRUE(seen("horizon"));
    EXPECT_TRUE(seen("k"));
    EXPECT_TRUE(seen("temperature"));
    params.set("map", "l2");
    EXPECT_FALSE(seen("temperature"));
}

}  // namespace
}  // namespace polarize::ui
