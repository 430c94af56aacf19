#include "state_text.hpp"

#include <gtest/gtest.h>

namespace polarize::ui {
namespace {

TEST(StateText, OfTheDefaultsNamesTheExperimentAlone) {
    EXPECT_EQ(choices_text(default_choices()), "experiment=logistic");
}

TEST(StateText, ReadsWhatItWrites) {
    for (const Experiment& experiment : catalogue()) {
        Choices choices{Params(experiment), AxisScale::double_logarithmic, "decades=3"};
        for (const Parameter& parameter : experiment.parameters) choices.params.set(parameter.name, parameter.maximum);
        const ReadChoices read = read_choices(choices_text(choices));
        EXPECT_TRUE(read.errors.empty()) << (read.errors.empty() ? "" : read.errors[0]);
        EXPECT_EQ(&read.choices.params.experiment(), &experiment);
        EXPECT_EQ(read.choices.params.values(), choices.params.values());
        EXPECT_EQ(read.choices.axis, choices.axis);
        EXPECT_EQ(read.choices.pace, choices.pace);
    }
}

TEST(StateText, KeepsTheBitsOfNumbers) {
    Choices choices = default_choices();
    choices.params.set("lr", 0.1 + 0.2);
    EXPECT_EQ(read_choices(choices_text(choices)).choices.params.real("lr"), 0.1 + 0.2);
}

TEST(StateText, DecodesWhatBrowsersEncode) {
    const ReadChoices read =
        read_choices("v=1&experiment=normalisers%2Dsquare&map=relu%5Fnorm&pace=steps%3D60&view.axis=linear&&");
    EXPECT_TRUE(read.errors.empty());
    EXPECT_EQ(read.choices.params.experiment().id, "normalisers-square");
    EXPECT_EQ(read.choices.params.choice("map"), "relu_norm");
    EXPECT_EQ(read.choices.pace, "steps=60");
    EXPECT_EQ(read.choices.axis, AxisScale::linear);
}

TEST(StateText, OfNothingIsTheDefaults) {
    const ReadChoices read = read_choices("");
    EXPECT_TRUE(read.errors.empty());
    EXPECT_EQ(choices_text(read.choices), "experiment=logistic");
}

TEST(StateText, ReportsAnUnknownExperimentAndShowsTheFirst) {
    const ReadChoices read = read_choices("experiment=logistik");
    EXPECT_EQ(read.choices.params.experiment().id, "logistic");
    ASSERT_EQ(read.errors.size(), 1U);
    EXPECT_NE(read.errors[0].find("logistik"), std::string::npos);
}

struct BadField {
    const char* text;
    const char* named;  ///< what the message has to name
};

class BadFields : public testing::TestWithParam<BadField> {};

TEST_P(BadFields, AreReportedByNameAndKeepTheirDefaults) {
    const ReadChoices read = read_choices(std::string("experiment=logistic&seed=7&") + GetParam().text);
    ASSERT_EQ(read.errors.size(), 1U);
    EXPECT_NE(read.errors[0].find(GetParam().named), std::string::npos) << read.errors[0];
    EXPECT_EQ(choices_text(read.choices), "experiment=logistic&seed=7") << "the other fields count";
}

INSTANTIATE_TEST_SUITE_P(StateText, BadFields,
                         testing::Values(BadField{"lr=-1", "lr"}, BadField{"lr=fast", "lr"}, BadField{"lr=", "lr"},
                                         BadField{"lr=nan", "lr"}, BadField{"k=2.5", "k"}, BadField{"k=1e9", "k"},
                                         BadField{"map=softmix", "softmix"}, BadField{"colour=red", "colour"},
                                         BadField{"view.axis=cubic", "view.axis"}, BadField{"pace=fast", "pace"},
                                         BadField{"pace=steps%3D0", "pace"}, BadField{"pace=decades%3D-1", "pace"},
                                         BadField{"pace=steps%3D", "pace"}, BadField{"pace=steps%3D1x", "pace"},
                                         BadField{"pace=steps%3Dinf", "pace"}, BadField{"lr", "lr"}));

}  // namespace
}  // namespace polarize::ui
