// No input makes a run show a number that is not finite: what cannot be computed is refused at the start or stops the
// run.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "support/compare.hpp"
#include "support/errors.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::all_finite;

constexpr double kSubnormal = std::numeric_limits<double>::denorm_min();

void expect_finite(const Snapshot& run, const std::string& where) {
    EXPECT_TRUE(all_finite(std::vector{run.loss, run.entropy, run.max_alpha, run.time})) << where;
    for (const auto* values : {&run.alpha, &run.a, &run.u}) EXPECT_TRUE(all_finite(*values)) << where;
    for (const auto& [name, value] : run.metrics) EXPECT_TRUE(std::isfinite(value)) << where << ", " << name;
    for (const auto& [name, array] : run.arrays) EXPECT_TRUE(all_finite(array.data)) << where << ", " << name;
    for (const Series& series : run.history.series) {
        // The logarithm of time 0 is −∞ by right.
        const bool starts_at_minus_infinity = series.name == "log_t";
        EXPECT_TRUE(all_finite(std::span(series.values).subspan(starts_at_minus_infinity ? 1 : 0)))
            << where << ", " << series.name;
    }
}

/// Makes 40 steps from `given`. Returns false when the start was refused, which must be because something is not
/// finite.
bool steps_finitely(const Params& params, const Arrays& given, const std::string& where) {
    std::unique_ptr<Runner> runner;
    try {
        runner = make_runner(params, given);
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("not finite at the start"), std::string::npos)
            << where << ": " << error.what();
        return false;
    }
    expect_finite(runner->snapshot({.singular_values = true}), where + ", start");
    runner->advance(40);
    expect_finite(runner->snapshot({.singular_values = true}), where + ", end");
    return true;
}

/// The same by gradient descent and by gradient flow.
bool runs_finitely(Loss loss, Weighting map, const Arrays& given, std::string_view lr, const std::string& situation) {
    const std::string_view loss_name = enum_name(loss);
    const std::string temperature = std::to_string(map.temperature);
    Params params = test::params_of("custom", {{"loss", loss_name},
                                               {"map", enum_name(map.map)},
                                               {"temperature", temperature},
                                               {"lr", lr},
                                               {"singular_values", "on"}});
    const std::string where = situation + ": " + test::case_name(loss, map);
    const bool descends = steps_finitely(params, given, where + ", descent");
    // Under l2 such scores grow like e^(2u/ε·t), unseen by any tolerance until they are there, and what is interpolated
    // within the step that jumps so far is not a solution.
    if (map == ScoreMap::l2 && std::abs(given.at("a").data[0]) == kSubnormal) return descends;
    params.set("dynamics", "flow");
    EXPECT_EQ(steps_finitely(params, given, where + ", flow"), descends) << where;
    return descends;
}

/// The problem's arrays with all of `name` replaced.
Arrays with(const ValueProblem& problem, const std::string& name, const std::vector<double>& pattern) {
    Arrays arrays = problem.arrays;
    std::vector<double>& data = arrays.at(name).data;
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = pattern[i % pattern.size()];
    return arrays;
}

/// Weights of at most 1 in magnitude, whatever the scores.
bool is_bounded(Weighting map) { return map != ScoreMap::sum && map != ScoreMap::relu && map != ScoreMap::identity; }

template <class Check>
void for_every_case(test::Sizes sizes, Check check) {
    for (const Loss loss : test::kAllLosses)
        for (const Weighting map : test::kAllMaps) check(loss, map, test::random_problem(loss, sizes, 61));
}

TEST(Safety, ScoresOfAnySizeStayFinite) {
    const std::vector<std::vector<double>> patterns{{1e300, -1e300},     {1e300},        {-1e300}, {1e300, 0},
                                                    {-1e300, 1e-300, 0}, {1e154, -1e160}};
    for_every_case({3, 4, 5}, [&](Loss loss, Weighting map, const ValueProblem& problem) {
        for (const auto& pattern : patterns) {
            const bool started = runs_finitely(loss, map, with(problem, "a", pattern), "0.1", "huge scores");
            if (is_bounded(map)) {
                EXPECT_TRUE(started) << test::case_name(loss, map);
            }
        }
    });
}

TEST(Safety, DegenerateScoresStayFinite) {
    const std::vector<std::vector<double>> patterns{{0},
                                                    {-0.0},
                                                    {2},
                                                    {-2},
                                                    {kSubnormal},
                                                    {-kSubnormal},
                                                    {kSubnormal, -kSubnormal},
                                                    {1e-300, -1e-300},
                                                    {1, -1},
                                                    {1e-10, -1e-10},
                                                    {-5e-11, 2.5e-11}};
    for_every_case({3, 4, 5}, [&](Loss loss, Weighting map, const ValueProblem& problem) {
        for (const auto& pattern : patterns)
            runs_finitely(loss, map, with(problem, "a", pattern), "0.1", "degenerate scores");
    });
}

TEST(Safety, DenominatorsOfZeroAreRefusedOrStopTheRun) {
    // Σa + ε = 0 to the last bit.
    const ValueProblem problem = test::random_problem(Loss::square, {3, 2, 0}, 62);
    EXPECT_FALSE(
        runs_finitely(Loss::square, ScoreMap::sum, with(problem, "a", {-1e-10, 0}), "0.1", "zero denominator"));
}

TEST(Safety, ValuesOfAnySizeStayFinite) {
    const std::vector<std::vector<double>> patterns{
        {1e6, -1e6}, {1e6}, {-1e6}, {0}, {kSubnormal, -kSubnormal}, {1e150}, {1e-200, -1e-160}};
    for_every_case({3, 4, 5}, [&](Loss loss, Weighting map, const ValueProblem& problem) {
        for (const auto& pattern : patterns)
            runs_finitely(loss, map, with(problem, "V", pattern), "0.1", "extreme values");
    });
}

TEST(Safety, MarginsOfAMillionStayFinite) {
    const ValueProblem problem = test::random_problem(Loss::logistic, {3, 4, 0}, 63);
    for (const double z : {1e6, -1e6}) {
        Arrays arrays = with(problem, "V", {z});
        arrays.at("beta_star").data = {1, 0, 0};
        for (const Weighting map : test::kAllMaps)
            EXPECT_TRUE(runs_finitely(Loss::logistic, map, arrays, "0.1", "margin"));
    }
}

TEST(Safety, ProblemsOfSizeOneStayFinite) {
    for_every_case({1, 1, 1}, [&](Loss loss, Weighting map, const ValueProblem& problem) {
        EXPECT_TRUE(runs_finitely(loss, map, problem.arrays, "0.1", "size one"));
        for (const double score : {0.0, 1e300, -1e300, kSubnormal})
            runs_finitely(loss, map, with(problem, "a", {score}), "0.1", "size one");
    });
}

TEST(Safety, AnyStepSizeStaysFinite) {
    for_every_case({3, 4, 5}, [&](Loss loss, Weighting map, const ValueProblem& problem) {
        for (const char* lr : {"1000000", "1000", "1e-12"})
            EXPECT_TRUE(runs_finitely(loss, map, problem.arrays, lr, lr));
    });
}

TEST(Safety, DataOfAnySizeStayFinite) {
    for (const Loss loss : {Loss::regression, Loss::logistic_data})
        for (const Weighting map : test::kAllMaps) {
            const ValueProblem problem = test::random_problem(loss, {3, 4, 5}, 64);
            for (const double scale : {0.0, 1e150, -1e6, kSubnormal})
                runs_finitely(loss, map, with(problem, "X", {scale, -scale}), "0.1", "data");
        }
}

TEST(Safety, ATeacherOfZeroStaysFinite) {
    for (const Loss loss : {Loss::logistic, Loss::square})
        for (const Weighting map : test::kAllMaps)
            EXPECT_TRUE(runs_finitely(loss, map, with(test::random_problem(loss, {3, 4, 0}, 65), "beta_star", {0}),
                                      "0.1", "no teacher"));
}

TEST(Safety, TheTiedModelStaysFinite) {
    for (const Weighting map : test::kAllMaps)
        for (const char* D : {"1", "9"})
            for (const char* lr : {"0.05", "1000000"})
                for (const char* a_scale : {"0", "0.1", "1000000"}) {
                    const std::string map_name(enum_name(map.map));
                    const std::string temperature = std::to_string(map.temperature);
                    const auto runner = test::runner_of("tied", {{"map", map_name},
                                                                 {"temperature", temperature},
                                                                 {"D", D},
                                                                 {"lr", lr},
                                                                 {"a_scale", a_scale},
                                                                 {"steps", "300"}});
                    runner->advance(300);
                    expect_finite(runner->snapshot({.singular_values = true}),
                                  map_name + ", D = " + D + ", lr = " + lr);
                }
}

TEST(Safety, TheLargestSizesRun) {
    const auto runner = test::runner_of("custom", {{"loss", "kl"}, {"k", "4096"}, {"d", "64"}});
    EXPECT_EQ(runner->advance(2), 2);
    expect_finite(runner->snapshot(), "k = 4096");
}

}  // namespace
}  // namespace polarize
