// A step size that is too large makes numbers overflow. The run stops at the first update that does, says which
// quantity it was, and shows the last finite state.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "flow/tied_model.hpp"
#include "flow/value_model.hpp"
#include "support/compare.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::all_finite;
using test::runner_of;
using test::Settings;

/// What a run that diverges must come to, found by single updates of the model.
struct Replay {
    std::int64_t step = 0;  ///< the update that made a quantity not finite
    std::string quantity;
    Arrays last_finite;
};

/// The first quantity that is not finite, in the order in which an update computes them, or "".
std::string first_not_finite(const Look& look, const Arrays& parameters) {
    for (const auto& [name, array] : parameters)
        if (!all_finite(array.data)) return name;
    if (!all_finite(look.alpha)) return "alpha";
    if (!std::isfinite(look.numbers.loss)) return "loss";
    if (!std::isfinite(look.numbers.grad_V) || !std::isfinite(look.numbers.grad_a)) return "gradient";
    return std::isfinite(look.numbers.margin) && std::isfinite(look.numbers.beta_norm) ? "" : "beta";
}

Replay replay(FlowModel& model) {
    for (std::int64_t step = 1; step < 100000; ++step) {
        const Arrays before = model.parameters();
        model.descend(1);
        const std::string quantity = first_not_finite(model.observe(), model.parameters());
        if (!quantity.empty()) return {step, quantity, before};
    }
    ADD_FAILURE() << "the replay did not diverge";
    return {};
}

struct Case {
    const char* loss;
    const char* map;
    const char* lr;
};

std::ostream& operator<<(std::ostream& stream, const Case& run) {
    return stream << run.loss << ", " << run.map << ", lr " << run.lr;
}

class Divergence : public ::testing::TestWithParam<Case> {
  protected:
    Settings settings() const {
        return {{"loss", GetParam().loss}, {"map", GetParam().map}, {"lr", GetParam().lr}, {"steps", "100000"}};
    }

    Replay expected() const {
        const Params params = test::params_of("custom", settings());
        const auto runner = make_runner(params);
        ValueProblem problem{.loss = static_cast<Loss>(params.integer("loss")),
                             .d = static_cast<std::size_t>(params.integer("d")),
                             .k = static_cast<std::size_t>(params.integer("k")),
                             .n = 0,
                             .arrays = runner->snapshot().arrays};
        if (problem.arrays.contains("X")) problem.n = static_cast<std::size_t>(params.integer("n"));
        const auto model =
            test::model_of(problem, static_cast<ScoreMap>(params.integer("map")), Train::both, params.real("lr"));
        return replay(*model);
    }
};

INSTANTIATE_TEST_SUITE_P(Runs, Divergence,
                         ::testing::Values(Case{"square", "softmax", "30"}, Case{"square", "l1", "300"},
                                           Case{"square", "sum", "30"}, Case{"square", "l2", "30"},
                                           Case{"square", "sigmoid", "1000000"}, Case{"square", "identity", "3"},
                                           Case{"regression", "softmax", "0.3"}, Case{"regression", "l1", "0.3"},
                                           Case{"regression", "sum", "0.3"}, Case{"regression", "l2", "0.3"},
                                           Case{"kl", "identity", "30"}, Case{"logistic", "identity", "300"},
                                           Case{"logistic_data", "identity", "30"}),
                         [](const auto& info) { return std::string(info.param.loss) + "_" + info.param.map; });

TEST_P(Divergence, StopsAtTheUpdateThatReplayFinds) {
    const Replay expected_end = expected();
    const Snapshot run = test::finished("custom", settings());
    EXPECT_EQ(run.status, RunStatus::diverged);
    EXPECT_EQ(run.diverged_step, expected_end.step);
    EXPECT_EQ(run.diverged_quantity, expected_end.quantity);
    EXPECT_EQ(run.step, expected_end.step - 1);
    for (const auto& [name, array] : expected_end.last_finite)
        EXPECT_TRUE(test::same_bits(run.arrays.at(name + "_final").data, array.data)) << name;
}

TEST_P(Divergence, ShowsNothingThatIsNotFinite) {
    const Snapshot run = test::finished("custom", settings());
    EXPECT_TRUE(all_finite(std::vector{run.loss, run.entropy, run.max_alpha, run.time}));
    EXPECT_TRUE(all_finite(run.alpha));
    EXPECT_TRUE(all_finite(run.a));
    EXPECT_TRUE(all_finite(run.u));
    for (const auto& [name, value] : run.metrics) EXPECT_TRUE(std::isfinite(value)) << name;
    for (const auto& [name, array] : run.arrays) EXPECT_TRUE(all_finite(array.data)) << name;
    for (const Series& series : run.history.series) EXPECT_TRUE(all_finite(series.values)) << series.name;
    EXPECT_LE(run.history.steps.back(), run.step);
}

TEST_P(Divergence, DoesNotDependOnHowTheStepsAreSplit) {
    const Snapshot whole = test::finished("custom", settings());
    for (const std::int64_t budget : {1, 7, 256, 1000}) {
        const auto runner = runner_of("custom", settings());
        std::int64_t done = 0;
        while (!runner->done()) done += runner->advance(budget);
        EXPECT_EQ(done, whole.step);
        EXPECT_TRUE(test::same_run(runner->snapshot(), whole)) << budget;
    }
}

TEST_P(Divergence, IsTheEnd) {
    const auto runner = runner_of("custom", settings());
    runner->advance(100000);
    EXPECT_TRUE(runner->done());
    EXPECT_EQ(runner->advance(10), 0);
    const Snapshot before = runner->snapshot();
    runner->set("steps", "200000");
    runner->set("lr", "0.001");
    EXPECT_EQ(runner->advance(10), 0);
    EXPECT_EQ(runner->snapshot().status, RunStatus::diverged);
    EXPECT_TRUE(test::same_bits(runner->snapshot().a, before.a));
}

TEST(Divergence, OfTheTiedModelIsFoundToo) {
    const Arrays given{{"U", {{2, 2}, {1e75, 0, 0, 1e75}}}, {"a", {{2}, {1, -1}}}, {"beta_star", {{2}, {-1, 1}}}};
    TiedModel model(given);
    model.settings = {.map = ScoreMap::identity, .train = Train::both, .lr = 1e6};
    const Replay expected = replay(model);
    const Snapshot run = test::finished("tied", {{"map", "identity"}, {"lr", "1000000"}}, given);
    EXPECT_EQ(run.status, RunStatus::diverged);
    EXPECT_EQ(run.diverged_step, expected.step);
    EXPECT_EQ(run.diverged_quantity, expected.quantity);
    EXPECT_TRUE(test::same_bits(run.arrays.at("U_final").data, expected.last_finite.at("U").data));
}

TEST(Divergence, LongAfterTheStartIsFoundAtItsOwnUpdate) {
    // Growth by a factor a little above 1 takes many check intervals to overflow.
    const Arrays given{{"V", {{1, 1}, {2}}}, {"a", {{1}, {0}}}, {"beta_star", {{1}, {1}}}};
    const Settings settings{{"loss", "square"}, {"lr", "2.1"}, {"steps", "1000000"}};
    const Snapshot run = test::finished("custom", settings, given);
    // V − 1 is multiplied by −1.1 each time; its square overflows after log(√(2·1.8e308))/log(1.1) updates.
    EXPECT_EQ(run.diverged_quantity, "loss");
    EXPECT_EQ(run.diverged_step, static_cast<std::int64_t>(
                                     std::ceil(0.5 * (std::log(std::numeric_limits<double>::max())) / std::log(1.1))));
    EXPECT_GT(run.loss, 1e300);
}

}  // namespace
}  // namespace polarize
