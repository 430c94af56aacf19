// The border between text and types: each row sets one member, and every member that can be set has its value.

#include "catalogue/run_config.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "catalogue/rows.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

TEST(RunConfig, HoldsWhatWasSet) {
    const RunConfig config = run_config(test::params_of("custom", {{"loss", "kl"},
                                                                   {"map", "entmax15"},
                                                                   {"temperature", "2"},
                                                                   {"k", "5"},
                                                                   {"d", "6"},
                                                                   {"n", "7"},
                                                                   {"V_scale", "0.25"},
                                                                   {"a_mean", "-1"},
                                                                   {"a_scale", "0.5"},
                                                                   {"seed", "4294967295"},
                                                                   {"dynamics", "flow"},
                                                                   {"train", "a"},
                                                                   {"lr", "0.125"},
                                                                   {"steps", "1000000000000"},
                                                                   {"optimiser", "adam"},
                                                                   {"momentum", "0.75"},
                                                                   {"weight_decay", "0.01"},
                                                                   {"noise", "0.02"},
                                                                   {"tol", "1e-6"},
                                                                   {"until", "log10t"},
                                                                   {"horizon", "12"},
                                                                   {"samples", "50"},
                                                                   {"singular_values", "on"}}));
    EXPECT_EQ(config.model, Model::value_softmax);
    EXPECT_EQ(config.loss, Loss::kl);
    EXPECT_EQ(config.map, ScoreMap::entmax15);
    EXPECT_EQ(config.temperature, 2);
    EXPECT_EQ(config.k, 5U);
    EXPECT_EQ(config.d, 6U);
    EXPECT_EQ(config.n, 7U);
    EXPECT_EQ(config.train, Train::a_only);
    EXPECT_EQ(config.start.V_scale, 0.25);
    EXPECT_EQ(config.start.a_mean, -1);
    EXPECT_EQ(config.start.a_scale, 0.5);
    EXPECT_EQ(config.start.seed, 4294967295U);
    EXPECT_EQ(config.dynamics, Dynamics::flow);
    EXPECT_EQ(config.descent, (DescentConfig{.lr = 0.125,
                                             .steps = 1'000'000'000'000,
                                             .optimiser = OptimiserKind::adam,
                                             .momentum = 0.75,
                                             .weight_decay = 0.01,
                                             .noise = 0.02}));
    EXPECT_EQ(config.flow, (FlowConfig{.tolerance = 1e-6, .until = Until::log10t, .horizon = 12}));
    EXPECT_EQ(config.samples, 50);
    EXPECT_TRUE(config.singular_values);
}

TEST(RunConfig, TakesFromTheExperimentWhatIsNoParameter) {
    EXPECT_EQ(run_config(test::params_of("tied")).model, Model::tied);
    EXPECT_EQ(run_config(test::params_of("normalisers-square")).loss, Loss::square);
    EXPECT_EQ(run_config(test::params_of("normalisers-square")).start.draws, Draws::seed_again);
    EXPECT_EQ(run_config(test::params_of("conditioning")).start.draws, Draws::conditioned);
    EXPECT_EQ(run_config(test::params_of("conditioning")).start.kappa, 5);
}

TEST(RunConfig, HasAMemberOfItsOwnForEveryRow) {
    for (const Experiment& experiment : catalogue()) {
        const Params defaults(experiment);
        const RunConfig config = run_config(defaults);
        for (const Parameter& parameter : experiment.parameters) {
            const std::string where = std::string(experiment.id) + "." + std::string(parameter.name);
            EXPECT_EQ(experiment.find(parameter.binding), &parameter) << where;
            EXPECT_EQ(parameter.binding.load(config), defaults.real(parameter.name)) << where;
            RunConfig changed = config;
            const double other =
                defaults.real(parameter.name) == parameter.minimum ? parameter.maximum : parameter.minimum;
            parameter.binding.store(changed, other);
            EXPECT_EQ(parameter.binding.load(changed), other) << where;
            EXPECT_NE(changed, config) << where;
            parameter.binding.store(changed, defaults.real(parameter.name));
            EXPECT_EQ(changed, config) << where;
        }
    }
}

TEST(RunConfig, CallsTheValuesOfEveryChoiceAsTheEnumDoes) {
    for (const Experiment& experiment : catalogue()) {
        Params params(experiment);
        params.set("map", "sparsemax");
        params.set("train", "a");
        params.set("optimiser", "momentum");
        params.set("until", "tau");
        const RunConfig config = run_config(params);
        EXPECT_EQ(config.map, ScoreMap::sparsemax) << experiment.id;
        EXPECT_EQ(config.train, Train::a_only) << experiment.id;
        EXPECT_EQ(config.descent.optimiser, OptimiserKind::momentum) << experiment.id;
        EXPECT_EQ(config.flow.until, Until::tau) << experiment.id;
    }
}

TEST(Binding, RefusesAConfigurationThatIsNotItsOwn) {
    DescentConfig other;
    const Binding binding = find_experiment("logistic").find("lr")->binding;
    EXPECT_THROW(binding.store(other, 1), std::logic_error);
    EXPECT_THROW(Binding().store(other, 1), std::logic_error);
}

TEST(Params, AreSetByTheMemberThatARowBinds) {
    Params params = test::params_of("logistic");
    EXPECT_FALSE((params.is_member_set<&RunConfig::dynamics>()));
    params.set_member<&RunConfig::dynamics>(Dynamics::flow);
    params.set_member<&RunConfig::descent, &DescentConfig::lr>(0.5);
    EXPECT_EQ(params.choice("dynamics"), "flow");
    EXPECT_EQ(params.real("lr"), 0.5);
    EXPECT_TRUE((params.is_member_set<&RunConfig::dynamics>()));
}

}  // namespace
}  // namespace polarize
