// The one table from which the command line, the page, the benchmarks and the documentation take their names and
// ranges.

#include <polarize/catalogue.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <polarize/run.hpp>
#include "support/errors.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

/// Runs `check(experiment, parameter, message)` for every parameter of every experiment.
template <class Check>
void for_every_parameter(Check check) {
    for (const Experiment& experiment : catalogue())
        for (const Parameter& parameter : experiment.parameters)
            check(experiment, parameter, std::string(experiment.id) + "." + std::string(parameter.name));
}

TEST(Catalogue, HoldsThePapersExperimentsAndTheUsersOwn) {
    for (const char* id :
         {"logistic", "normalisers-square", "normalisers-logistic", "tied", "conditioning", "kl", "custom"})
        EXPECT_EQ(find_experiment(id).id, id);
}

TEST(Catalogue, HasOneRowPerId) {
    std::set<std::string_view> ids;
    for (const Experiment& experiment : catalogue()) EXPECT_TRUE(ids.insert(experiment.id).second) << experiment.id;
}

TEST(Catalogue, DescribesEveryExperiment) {
    for (const Experiment& experiment : catalogue()) {
        EXPECT_FALSE(experiment.title.empty()) << experiment.id;
        EXPECT_FALSE(experiment.summary.empty()) << experiment.id;
        EXPECT_FALSE(experiment.setup.empty()) << experiment.id;
        EXPECT_TRUE(!experiment.figure.empty() || experiment.id == "custom") << experiment.id;
    }
}

TEST(Catalogue, HasOneRowPerParameter) {
    for (const Experiment& experiment : catalogue()) {
        std::set<std::string_view> names;
        for (const Parameter& parameter : experiment.parameters)
            EXPECT_TRUE(names.insert(parameter.name).second) << experiment.id << "." << parameter.name;
    }
}

TEST(Catalogue, LabelsAndExplainsEveryParameter) {
    for_every_parameter([](const Experiment&, const Parameter& parameter, const std::string& where) {
        EXPECT_FALSE(parameter.label.empty()) << where;
        EXPECT_FALSE(parameter.help.empty()) << where;
        EXPECT_TRUE(parameter.help.ends_with('.')) << where;
    });
}

TEST(Catalogue, HasDefaultsWithinTheirRanges) {
    for_every_parameter([](const Experiment&, const Parameter& parameter, const std::string& where) {
        EXPECT_LT(parameter.minimum, parameter.maximum) << where;
        EXPECT_GE(parameter.default_value, parameter.minimum) << where;
        EXPECT_LE(parameter.default_value, parameter.maximum) << where;
        if (parameter.kind != ParameterKind::real) {
            EXPECT_EQ(parameter.default_value, std::floor(parameter.default_value)) << where;
        }
    });
}

TEST(Catalogue, RangesChoicesByTheirNames) {
    for_every_parameter([](const Experiment&, const Parameter& parameter, const std::string& where) {
        if (parameter.kind != ParameterKind::choice) {
            EXPECT_TRUE(parameter.choices.empty()) << where;
            return;
        }
        EXPECT_EQ(parameter.minimum, 0) << where;
        EXPECT_EQ(parameter.maximum, static_cast<double>(parameter.choices.size()) - 1) << where;
        const std::set<std::string_view> names(parameter.choices.begin(), parameter.choices.end());
        EXPECT_EQ(names.size(), parameter.choices.size()) << where;
        EXPECT_FALSE(names.contains("")) << where;
    });
}

TEST(Catalogue, LetsParametersApplyOnlyWhenTheirExperimentHasTheChoices) {
    for_every_parameter([](const Experiment& experiment, const Parameter& parameter, const std::string& where) {
        for (const Condition& condition : parameter.applies_when) {
            const Parameter* const decides = experiment.find(condition.parameter);
            ASSERT_NE(decides, nullptr) << where;
            EXPECT_FALSE(condition.choices.empty()) << where;
            EXPECT_LT(condition.choices.size(), decides->choices.size()) << where;
            for (const std::string_view choice : condition.choices)
                EXPECT_EQ(std::ranges::count(decides->choices, choice), 1) << where << " with " << choice;
        }
    });
}

TEST(Catalogue, LetsWhatBelongsToOneOfTheDynamicsApplyToItAlone) {
    for_every_parameter([](const Experiment& experiment, const Parameter& parameter, const std::string& where) {
        const bool of_descent = parameter.group == ParameterGroup::descent;
        const bool of_flow = parameter.group == ParameterGroup::flow;
        if (!of_descent && !of_flow) return;
        Params params(experiment);
        params.set("optimiser", "momentum");
        EXPECT_EQ(params.unmet_condition(parameter.name) == nullptr, !of_flow) << where;
        params.set("dynamics", "flow");
        EXPECT_EQ(params.unmet_condition(parameter.name) == nullptr, !of_descent) << where;
        EXPECT_EQ(params.unmet_condition(parameter.name, "dynamics"), nullptr) << where;
    });
}

TEST(Catalogue, OffersLogarithmicSlidersOnlyWhereALogarithmCanReachTheEnds) {
    for_every_parameter([](const Experiment&, const Parameter& parameter, const std::string& where) {
        // A whole number may start at 0: the slider has a place for it.
        if (parameter.logarithmic && parameter.kind == ParameterKind::real) {
            EXPECT_GT(parameter.minimum, 0) << where;
        }
    });
}

TEST(Catalogue, GivesEveryExperimentTheCommonParameters) {
    for (const Experiment& experiment : catalogue())
        for (const char* name :
             {"seed", "steps", "samples", "lr", "map", "train", "singular_values", "dynamics", "optimiser"})
            EXPECT_NE(experiment.find(name), nullptr) << experiment.id << "." << name;
}

TEST(Catalogue, LetsTheStepSizeTheMapAndTheLengthChangeWhileARunIsUnderWay) {
    for (const Experiment& experiment : catalogue()) {
        for (const char* name : {"lr", "steps", "map", "train", "optimiser", "horizon"})
            EXPECT_TRUE(experiment.find(name)->live) << experiment.id << "." << name;
        for (const char* name : {"seed", "samples", "singular_values", "dynamics"})
            EXPECT_FALSE(experiment.find(name)->live) << experiment.id << "." << name;
    }
}

TEST(Catalogue, HasThePapersSettingsForDefaults) {
    struct Row {
        const char* id;
        double seed, lr, steps;
    };
    for (const Row& row : {Row{"logistic", 123, 0.1, 1e6}, Row{"normalisers-square", 42, 0.1, 5000},
                           Row{"normalisers-logistic", 42, 0.5, 1e5}, Row{"tied", 42, 0.05, 1e4},
                           Row{"conditioning", 123, 1e-3, 3e5}, Row{"kl", 123, 0.1, 1e7}}) {
        const Params params = test::params_of(row.id);
        EXPECT_EQ(params.real("seed"), row.seed) << row.id;
        EXPECT_EQ(params.real("lr"), row.lr) << row.id;
        EXPECT_EQ(params.real("steps"), row.steps) << row.id;
        EXPECT_EQ(params.choice("map"), "softmax") << row.id;
        EXPECT_EQ(params.choice("train"), "both") << row.id;
    }
    for (const auto& [id, size] : {std::pair{"logistic", 8},
                                   {"normalisers-square", 10},
                                   {"normalisers-logistic", 10},
                                   {"conditioning", 20},
                                   {"kl", 10}}) {
        EXPECT_EQ(test::params_of(id).integer("d"), size) << id;
        EXPECT_EQ(test::params_of(id).integer("k"), size) << id;
    }
    EXPECT_EQ(test::params_of("conditioning").integer("n"), 20);
}

TEST(Catalogue, HasDefaultsThatRun) {
    for (const Experiment& experiment : catalogue()) {
        const auto runner = make_runner(Params(experiment));
        const double before = runner->snapshot().loss;
        EXPECT_EQ(runner->advance(200), 200) << experiment.id;
        EXPECT_LT(runner->snapshot().loss, before) << experiment.id;
    }
}

TEST(Catalogue, FindsNoParameterThatIsNotThere) {
    EXPECT_EQ(find_experiment("logistic").find("kappa"), nullptr);
    EXPECT_EQ(find_experiment("logistic").find(""), nullptr);
}

TEST(Catalogue, SuggestsTheIdThatWasMeant) {
    const std::string message = test::error_of([] { find_experiment("logistics"); });
    EXPECT_TRUE(message.starts_with("experiment: \"logistics\" is unknown; allowed: logistic, normalisers-square, "))
        << message;
    EXPECT_TRUE(message.ends_with("; did you mean \"logistic\"?")) << message;
    EXPECT_EQ(test::error_of([] { find_experiment("zzzzzz"); }).find("did you mean"), std::string::npos);
}

}  // namespace
}  // namespace polarize
