// Checked parameters: always complete, always within their ranges, with one clear line for what cannot be.

#include <polarize/params.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/compare.hpp"
#include "support/errors.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::error_of;
using test::params_of;

TEST(Params, StartFromTheDefaults) {
    for (const Experiment& experiment : catalogue()) {
        const Params params(experiment);
        EXPECT_EQ(&params.experiment(), &experiment);
        ASSERT_EQ(params.values().size(), experiment.parameters.size());
        for (std::size_t i = 0; i < experiment.parameters.size(); ++i) {
            const Parameter& parameter = experiment.parameters[i];
            EXPECT_EQ(params.values()[i], parameter.default_value) << parameter.name;
            EXPECT_EQ(params.real(parameter.name), parameter.default_value) << parameter.name;
            EXPECT_FALSE(params.is_set(parameter.name)) << parameter.name;
        }
    }
}

TEST(Params, TakeNumbersAsText) {
    Params params = params_of("logistic");
    params.set("lr", "0.25");
    EXPECT_EQ(params.real("lr"), 0.25);
    params.set("lr", "2e-3");
    EXPECT_EQ(params.real("lr"), 2e-3);
    params.set("lr", "+.5E0");
    EXPECT_EQ(params.real("lr"), 0.5);
    params.set("steps", "1e3");
    EXPECT_EQ(params.integer("steps"), 1000);
    params.set("k", "16");
    EXPECT_EQ(params.integer("k"), 16);
}

TEST(Params, TakeChoicesByNameAndByIndex) {
    Params params = params_of("logistic");
    params.set("map", "l2");
    EXPECT_EQ(params.choice("map"), "l2");
    EXPECT_EQ(params.integer("map"), 3);
    params.set("map", 5.0);
    EXPECT_EQ(params.choice("map"), "sigmoid");
}

TEST(Params, TakeBothEndsOfARange) {
    for (const Experiment& experiment : catalogue())
        for (const Parameter& parameter : experiment.parameters) {
            Params params(experiment);
            for (const double end : {parameter.minimum, parameter.maximum}) {
                params.set(parameter.name, end);
                EXPECT_EQ(params.real(parameter.name), end) << parameter.name;
            }
        }
}

TEST(Params, RefuseWhatLiesJustOutsideARange) {
    for (const Experiment& experiment : catalogue())
        for (const Parameter& parameter : experiment.parameters) {
            Params params(experiment);
            const double step = parameter.kind == ParameterKind::real ? 0 : 1;
            const double below = step > 0 ? parameter.minimum - step : std::nextafter(parameter.minimum, -HUGE_VAL);
            const double above = step > 0 ? parameter.maximum + step : std::nextafter(parameter.maximum, HUGE_VAL);
            for (const double outside : {below, above, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
                const std::string message = error_of([&] { params.set(parameter.name, outside); });
                EXPECT_TRUE(message.starts_with(std::string(parameter.name) + ": ")) << message;
                EXPECT_NE(message.find("is out of range; allowed: "), std::string::npos) << message;
            }
            EXPECT_EQ(params, Params(experiment)) << parameter.name;
        }
}

TEST(Params, NameTheFieldTheValueAndWhatIsAllowed) {
    Params params = params_of("logistic");
    EXPECT_EQ(error_of([&] { params.set("lr", "0"); }), "lr: 0 is out of range; allowed: 1e-12 to 1000000");
    EXPECT_EQ(error_of([&] { params.set("lr", "fast"); }), "lr: \"fast\" is not a number; allowed: 1e-12 to 1000000");
    EXPECT_EQ(error_of([&] { params.set("k", "0"); }), "k: 0 is out of range; allowed: integers 1 to 4096");
    EXPECT_EQ(error_of([&] { params.set("k", "2.5"); }), "k: 2.5 is not an integer; allowed: integers 1 to 4096");
    EXPECT_EQ(error_of([&] { params.set("seed", "-1"); }),
              "seed: -1 is out of range; allowed: integers 0 to 4294967295");
    EXPECT_EQ(error_of([&] { params.set("steps", "1e13"); }),
              "steps: 10000000000000 is out of range; allowed: integers 0 to 1000000000000");
    EXPECT_EQ(error_of([&] { params.set("train", "all"); }), "train: \"all\" is unknown; allowed: both, V, a");
    EXPECT_EQ(error_of([&] { params.set("map", "softmx"); }),
              "map: \"softmx\" is unknown; allowed: softmax, l1, sum, l2, relu_norm, sigmoid, relu, identity, "
              "softmax_plus_one, softpick, sparsemax, entmax15; did you mean \"softmax\"?");
    EXPECT_EQ(error_of([&] { params.set("map", 12.0); }), "map: 12 is out of range; allowed: 0 to 11");
    EXPECT_EQ(error_of([&] { params.set("map", 1.5); }), "map: 1.5 is not an integer; allowed: 0 to 11");
}

TEST(Params, SuggestTheNameThatWasMeant) {
    Params params = params_of("logistic");
    const std::string message = error_of([&] { params.set("stps", "10"); });
    EXPECT_TRUE(message.starts_with("parameter of logistic: \"stps\" is unknown; allowed: map, temperature, k, d, "))
        << message;
    EXPECT_TRUE(message.ends_with("; did you mean \"steps\"?")) << message;
    for (const auto& ask :
         {+[](const Params& p) { p.real("learning"); }, +[](const Params& p) { p.integer("learning"); },
          +[](const Params& p) { p.choice("learning"); }, +[](const Params& p) { p.text("learning"); },
          +[](const Params& p) { p.is_set("learning"); }})
        EXPECT_TRUE(
            error_of([&] { ask(params); }).starts_with("parameter of logistic: \"learning\" is unknown; allowed: "));
}

TEST(Params, RefuseTextThatIsNotExactlyOneNumber) {
    Params params = params_of("logistic");
    const std::vector<std::string> texts{
        "",  " ", "1 ",  " 1",  "0x10", "inf", "-inf", "nan",  "NAN", "infinity", "1,5", "1.2.3", "--1",   "1e", "e5",
        ".", "+", "1e+", "1-2", "lr",   "1\n", "\t1",  "0.1f", "١",   "1_000",    "½",   "true",  "1e5e5", "-",  "0b1"};
    for (const std::string& text : texts) {
        const std::string message = error_of([&] { params.set("lr", text); });
        EXPECT_TRUE(message.starts_with("lr: \"")) << message;
        EXPECT_NE(message.find("is not a number; allowed: 1e-12 to 1000000"), std::string::npos) << message;
    }
    const std::string with_zero_byte("1\0", 2);
    EXPECT_NE(error_of([&] { params.set("lr", with_zero_byte); }).find("is not a number"), std::string::npos);
    EXPECT_EQ(params, params_of("logistic"));
}

TEST(Params, RefuseNumbersThatNoDoubleHolds) {
    Params params = params_of("logistic");
    for (const std::string text : {"1e400", "-1e400", "1e-400", "-0.001e-999"}) {
        const std::string message = error_of([&] { params.set("V_scale", text); });
        EXPECT_EQ(message, "V_scale: \"" + text + "\" is out of range; allowed: 0 to 1000000");
    }
    EXPECT_NE(error_of([&] { params.set("steps", "123456789012345678901234567890"); }).find("is out of range"),
              std::string::npos);
    params.set("V_scale", "0.00e-999");
    EXPECT_EQ(params.real("V_scale"), 0);
}

TEST(Params, StayAsTheyWereWhenAValueIsRefused) {
    Params params = params_of("logistic", {{"lr", "0.5"}, {"map", "l1"}});
    const Params before = params;
    for (const auto& [name, text] :
         {std::pair{"lr", "-1"}, {"lr", "x"}, {"map", "max"}, {"k", "1.5"}, {"nothing", "1"}})
        error_of([&] { params.set(name, text); });
    EXPECT_EQ(params, before);
}

TEST(Params, RememberWhatWasSetEvenToItsDefault) {
    Params params = params_of("logistic");
    params.set("lr", params.text("lr"));
    EXPECT_TRUE(params.is_set("lr"));
    EXPECT_FALSE(params.is_set("k"));
    EXPECT_NE(params, params_of("logistic"));
}

TEST(Params, WriteTextThatReadsBackToTheSameBits) {
    Params params = params_of("custom");
    std::vector<double> values = test::random_numbers(2000, -1e6, 1e6, 1);
    for (const double small : test::random_numbers(2000, -1, 1, 2))
        values.push_back(std::ldexp(small, -static_cast<int>(values.size() % 60)));
    for (const double special : {0.0, -0.0, 0.1, 1e6, -1e6, 1e-300, 5e-324, 999999.99999999988})
        values.push_back(special);
    Params read = params_of("custom");
    for (const double value : values) {
        params.set("a_mean", value);
        read.set("a_mean", params.text("a_mean"));
        ASSERT_TRUE(test::same_bits(std::vector{read.real("a_mean")}, std::vector{value})) << params.text("a_mean");
    }
}

TEST(Params, WriteNumbersAsPeopleDo) {
    const auto text_of = [](std::string_view value) { return params_of("logistic", {{"lr", value}}).text("lr"); };
    EXPECT_EQ(text_of("0.1"), "0.1");
    EXPECT_EQ(text_of("1e-3"), "0.001");
    EXPECT_EQ(text_of("1e-9"), "1e-09");
    EXPECT_EQ(text_of("100000"), "100000");
    EXPECT_EQ(params_of("logistic").text("steps"), "1000000");
    EXPECT_EQ(params_of("logistic").text("map"), "softmax");
    EXPECT_EQ(params_of("logistic").text("seed"), "123");
}

TEST(Params, RoundTripEveryDefaultAndEveryChoice) {
    for (const Experiment& experiment : catalogue()) {
        const Params defaults(experiment);
        Params read(experiment);
        for (const Parameter& parameter : experiment.parameters) {
            read.set(parameter.name, defaults.text(parameter.name));
            for (const std::string_view choice : parameter.choices) {
                Params chosen(experiment);
                chosen.set(parameter.name, choice);
                EXPECT_EQ(chosen.text(parameter.name), choice);
                EXPECT_EQ(chosen.choice(parameter.name), choice);
            }
        }
        EXPECT_EQ(read.values(), defaults.values()) << experiment.id;
    }
}

TEST(Params, KnowWhichParametersThereAre) {
    EXPECT_TRUE(params_of("conditioning").has("kappa"));
    EXPECT_FALSE(params_of("logistic").has("kappa"));
}

TEST(Params, OfDifferentExperimentsDiffer) {
    EXPECT_NE(params_of("normalisers-square"), params_of("normalisers-logistic"));
}

}  // namespace
}  // namespace polarize
