// What cannot start is refused with one line that names the array or parameter, its value and what is allowed.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/errors.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::error_of;
using test::runner_of;
using test::Settings;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string refusal(std::string_view id, const Arrays& given, const Settings& settings = {}) {
    return error_of([&] { runner_of(id, settings, given); });
}

Array filled(std::vector<std::size_t> shape, double value) {
    std::size_t count = 1;
    for (const std::size_t length : shape) count *= length;
    return {std::move(shape), std::vector<double>(count, value)};
}

TEST(MakeRunner, RefusesArraysThatTheExperimentDoesNotKnow) {
    EXPECT_EQ(refusal("logistic", {{"W", filled({8, 8}, 0)}}),
              "initial array: \"W\" is unknown; allowed: V, a, beta_star");
    EXPECT_EQ(refusal("logistic", {{"beta_sta", filled({8}, 0)}}),
              "initial array: \"beta_sta\" is unknown; allowed: V, a, beta_star; did you mean \"beta_star\"?");
    EXPECT_EQ(refusal("tied", {{"V", filled({10, 10}, 0)}}),
              "initial array: \"V\" is unknown; allowed: U, a, beta_star");
    EXPECT_EQ(refusal("kl", {{"beta_star", filled({10}, 0)}}),
              "initial array: \"beta_star\" is unknown; allowed: V, a, p_star; did you mean \"p_star\"?");
    EXPECT_EQ(refusal("custom", {{"p_star", filled({3}, 0)}}, {{"loss", "regression"}}),
              "initial array: \"p_star\" is unknown; allowed: V, a, X, y");
}

TEST(MakeRunner, RefusesAWrongNumberOfAxes) {
    EXPECT_EQ(refusal("logistic", {{"V", filled({8}, 0)}}), "V: shape (8) is not allowed; allowed: (d, k)");
    EXPECT_EQ(refusal("logistic", {{"a", filled({8, 1}, 0)}}), "a: shape (8, 1) is not allowed; allowed: (k)");
    EXPECT_EQ(refusal("logistic", {{"a", {{}, {1}}}}), "a: shape () is not allowed; allowed: (k)");
    EXPECT_EQ(refusal("kl", {{"V", filled({10}, 0)}}), "V: shape (10) is not allowed; allowed: (k, d)");
    EXPECT_EQ(refusal("conditioning", {{"X", filled({2, 2, 2}, 0)}}),
              "X: shape (2, 2, 2) is not allowed; allowed: (n, d)");
}

TEST(MakeRunner, RefusesSizesThatContradictEachOther) {
    EXPECT_EQ(refusal("logistic", {{"V", filled({4, 6}, 0)}, {"a", filled({5}, 0)}}),
              "a: shape (5) does not agree with k = 6 of V; allowed: (k)");
    EXPECT_EQ(refusal("conditioning", {{"X", filled({4, 6}, 0)}, {"y", filled({5}, 0)}}),
              "y: shape (5) does not agree with n = 4 of X; allowed: (n)");
    EXPECT_EQ(refusal("tied", {{"U", filled({4, 6}, 0)}}),
              "U: shape (4, 6) does not agree with D = 4 of U; allowed: (D, D)");
}

TEST(MakeRunner, RefusesSizesThatContradictAParameterThatWasSet) {
    EXPECT_EQ(refusal("logistic", {{"a", filled({5}, 0)}}, {{"k", "6"}}),
              "a: shape (5) does not agree with k = 6 as set; allowed: (k)");
    EXPECT_EQ(refusal("logistic", {{"a", filled({5}, 0)}}, {{"k", "8"}}),
              "a: shape (5) does not agree with k = 8 as set; allowed: (k)")
        << "set to its default is set all the same";
    EXPECT_NO_THROW(runner_of("logistic", {{"k", "5"}}, {{"a", filled({5}, 0)}}));
}

TEST(MakeRunner, RefusesSizesOutOfRange) {
    EXPECT_EQ(refusal("logistic", {{"a", filled({0}, 0)}}), "k: 0 is out of range; allowed: integers 1 to 4096");
    EXPECT_EQ(refusal("logistic", {{"a", filled({4097}, 0)}}), "k: 4097 is out of range; allowed: integers 1 to 4096");
}

TEST(MakeRunner, RefusesAShapeThatItsNumbersDoNotFill) {
    for (const std::size_t count : {0U, 3U, 5U}) {
        const std::string message = refusal("logistic", {{"V", {{2, 2}, std::vector<double>(count)}}});
        EXPECT_EQ(message,
                  "V: shape (2, 2) does not agree with its " + std::to_string(count) + " numbers; allowed: (d, k)");
    }
}

TEST(MakeRunner, RefusesNumbersThatAreNotFinite) {
    Array V = filled({2, 2}, 0);
    V.data[3] = kNan;
    EXPECT_EQ(refusal("logistic", {{"V", V}}), "V: entry 3 is nan; allowed: finite numbers");
    V.data[3] = -HUGE_VAL;
    EXPECT_EQ(refusal("logistic", {{"V", V}}), "V: entry 3 is -inf; allowed: finite numbers");
    EXPECT_EQ(refusal("tied", {{"a", filled({2}, HUGE_VAL)}}), "a: entry 0 is inf; allowed: finite numbers");
}

TEST(MakeRunner, RefusesLabelsOtherThanPlusAndMinusOne) {
    EXPECT_EQ(refusal("custom", {{"y", {{3}, {1, -1, 0.5}}}}, {{"loss", "logistic_data"}}),
              "y: entry 2 is 0.5; allowed: -1 and 1 (logistic_data)");
    EXPECT_NO_THROW(runner_of("custom", {{"loss", "regression"}}, {{"y", {{3}, {1, -1, 0.5}}}}));
}

TEST(MakeRunner, RefusesTargetsThatAreNoProbabilities) {
    EXPECT_EQ(refusal("kl", {{"p_star", {{2}, {1.5, -0.5}}}}),
              "p_star: entry 1 is -0.5; allowed: probabilities of at least 0");
    EXPECT_EQ(refusal("kl", {{"p_star", {{2}, {0.5, 0.25}}}}),
              "p_star: the entries add up to 0.75; allowed: probabilities that add up to 1");
    EXPECT_NO_THROW(runner_of("kl", {}, {{"p_star", {{3}, {1, 0, 0}}}}));
}

TEST(MakeRunner, RefusesAStartWhoseLossIsNotFinite) {
    EXPECT_EQ(refusal("custom", {{"V", filled({3, 3}, 1e200)}}, {{"loss", "square"}}),
              "loss: not finite at the start; allowed: initial arrays whose weights and loss are finite numbers");
    EXPECT_EQ(refusal("custom", {{"a", {{3}, {-1e-10, 0, 0}}}}, {{"map", "sum"}}),
              "alpha: not finite at the start; allowed: initial arrays whose weights and loss are finite numbers");
}

TEST(MakeRunner, RefusesToRecordTheSingularValuesOfLargeMatrices) {
    EXPECT_EQ(refusal("logistic", {}, {{"singular_values", "on"}, {"d", "257"}, {"k", "300"}}),
              "singular_values: on asks for those of a matrix of rank up to 257 at every sample; allowed: off, or "
              "sizes up to 256");
    EXPECT_NO_THROW(runner_of("logistic", {{"singular_values", "on"}, {"d", "4"}, {"k", "300"}}));
}

TEST(MakeRunner, LeavesTheCallersParametersAlone) {
    const Params params = test::params_of("logistic");
    const auto runner = make_runner(params, {{"a", filled({3}, 0)}});
    EXPECT_EQ(params.integer("k"), 8);
    EXPECT_EQ(runner->params().integer("k"), 3);
}

}  // namespace
}  // namespace polarize
