// Momentum, Adam, weight decay and gradient noise, against plain loops over their formulas.

#include "flow/optimiser.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "numeric/padding.hpp"
#include "support/compare.hpp"
#include "support/plain_model.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::PlainValueModel;
using test::Vector;

constexpr double kLr = 0.05;

/// All parameters of a plain model, V by rows and then a, and back.
Vector parameters_of(const PlainValueModel& model) {
    Vector values = test::flat(model.V);
    values.insert(values.end(), model.a.begin(), model.a.end());
    return values;
}
void take_parameters(PlainValueModel& model, const Vector& values) {
    auto from = values.begin();
    for (Vector& row : model.V)
        for (double& entry : row) entry = *from++;
    for (double& score : model.a) score = *from++;
}
Vector gradient_of(const PlainValueModel& model) {
    Vector values = test::flat(model.gradient_V());
    const Vector gradient_a = model.gradient_a();
    values.insert(values.end(), gradient_a.begin(), gradient_a.end());
    return values;
}

/// `steps` updates in which `direction(i, gradient_i, number)` is what lr multiplies.
template <class Direction>
void update_plainly(PlainValueModel& model, int steps, double weight_decay, Direction direction) {
    for (int number = 1; number <= steps; ++number) {
        Vector y = parameters_of(model);
        const Vector g = gradient_of(model);
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] = (1 - kLr * weight_decay) * y[i] - kLr * direction(i, g[i], number);
        take_parameters(model, y);
    }
}

/// Runs the optimiser and `direction` side by side for every loss.
template <class Direction>
void expect_updates(const OptimiserSettings& settings, Direction make_direction) {
    for (const Loss loss : test::kAllLosses) {
        const ValueProblem problem = test::random_problem(loss, {5, 9, 4}, 81);
        const auto model = test::model_of(problem, ScoreMap::softmax, Train::both, kLr);
        PlainValueModel plain(problem, ScoreMap::softmax, Train::both);
        Optimiser optimiser(*model, settings, 0);
        optimiser.descend(0, 12);
        optimiser.descend(12, 18);
        update_plainly(plain, 30, settings.weight_decay, make_direction());
        Vector actual = model->parameters().at("V").data;
        const Vector a = model->parameters().at("a").data;
        actual.insert(actual.end(), a.begin(), a.end());
        EXPECT_TRUE(close(actual, parameters_of(plain), 1e-11)) << test::case_name(loss, ScoreMap::softmax);
    }
}

TEST(Optimiser, IsPlainWithoutMomentumDecayAndNoise) {
    EXPECT_TRUE(OptimiserSettings{}.is_plain());
    EXPECT_FALSE(OptimiserSettings{.kind = OptimiserKind::momentum}.is_plain());
    EXPECT_FALSE(OptimiserSettings{.weight_decay = 0.1}.is_plain());
    EXPECT_FALSE(OptimiserSettings{.noise = 0.1}.is_plain());
}

TEST(Optimiser, DescendsAsTheKernelsDoWhenPlain) {
    expect_updates({}, [] { return [](std::size_t, double g, int) { return g; }; });
}

TEST(Optimiser, ShrinksTheParametersByWeightDecay) {
    expect_updates({.weight_decay = 0.3}, [] { return [](std::size_t, double g, int) { return g; }; });
}

TEST(Optimiser, CarriesMomentumOn) {
    expect_updates({.kind = OptimiserKind::momentum, .momentum = 0.8}, [] {
        return [m = Vector(100)](std::size_t i, double g, int) mutable { return m[i] = 0.8 * m[i] + g; };
    });
}

TEST(Optimiser, FollowsAdamsRule) {
    expect_updates({.kind = OptimiserKind::adam, .momentum = 0.9, .weight_decay = 0.1}, [] {
        return [m = Vector(100), v = Vector(100)](std::size_t i, double g, int number) mutable {
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.999 * v[i] + 0.001 * g * g;
            return m[i] / (1 - std::pow(0.9, number)) / (std::sqrt(v[i] / (1 - std::pow(0.999, number))) + 1e-8);
        };
    });
}

TEST(Optimiser, KeepsPaddingZeroAndLeavesWhatIsNotTrained) {
    for (const OptimiserKind kind : {OptimiserKind::gradient_descent, OptimiserKind::momentum, OptimiserKind::adam})
        for (const Loss loss : {Loss::square, Loss::kl})
            for (const Train train : test::kAllTrained) {
                const OptimiserSettings settings{.kind = kind, .weight_decay = 0.5, .noise = 0.5, .seed = 3};
                const ValueProblem problem = test::random_problem(loss, {5, 9, 4}, 82);
                const auto model = test::model_of(problem, ScoreMap::softmax, train, kLr);
                Optimiser optimiser(*model, settings, 0);
                optimiser.descend(0, 20);
                const Array V = model->value_matrix();
                EXPECT_TRUE(test::same_bits(*model->state()[0].second, pad_rows(V.data, V.shape[0], V.shape[1])));
                EXPECT_EQ(V == problem.arrays.at("V"), train == Train::a_only);
                EXPECT_EQ(model->parameters().at("a") == problem.arrays.at("a"), train == Train::V_only);
            }
}

TEST(Optimiser, AddsNormalNoiseOfTheStandardDeviationAskedFor) {
    ValueProblem problem = test::random_problem(Loss::square, {64, 64, 0}, 83);
    const auto model = test::model_of(problem, ScoreMap::softmax, Train::both, kLr);
    const auto quiet = test::model_of(problem, ScoreMap::softmax, Train::both, kLr);
    Optimiser optimiser(*model, {.noise = 2, .seed = 4}, 0);
    optimiser.descend(0, 1);
    quiet->descend(1);
    const Vector noisy_V = model->parameters().at("V").data;
    const Vector quiet_V = quiet->parameters().at("V").data;
    double mean = 0;
    double square = 0;
    const auto count = static_cast<double>(noisy_V.size());
    for (std::size_t i = 0; i < noisy_V.size(); ++i) {
        const double noise = (noisy_V[i] - quiet_V[i]) / kLr;
        mean += noise / count;
        square += noise * noise / count;
    }
    EXPECT_NEAR(mean, 0, 0.1);
    EXPECT_NEAR(std::sqrt(square), 2, 0.1);
}

TEST(Optimiser, DrawsOtherNoiseForEveryUpdateAndSeed) {
    const auto moved = [](std::uint32_t seed, std::int64_t first) {
        const auto model =
            test::model_of(test::random_problem(Loss::square, {4, 4, 0}, 84), ScoreMap::softmax, Train::both, kLr);
        Optimiser optimiser(*model, {.noise = 1, .seed = seed}, 0);
        optimiser.descend(first, 1);
        return model->parameters().at("V").data;
    };
    EXPECT_EQ(moved(1, 0), moved(1, 0));
    EXPECT_NE(moved(1, 0), moved(2, 0));
    EXPECT_NE(moved(1, 0), moved(1, 1));
}

TEST(Optimiser, GivesTheSameBitsOnEveryInstructionSet) {
    for (const char* optimiser : {"gd", "momentum", "adam"}) {
        std::vector<Snapshot> runs;
        for (const Isa isa : available_isas()) {
            const test::WithIsa selected(isa);
            runs.push_back(
                test::finished("custom", {{"steps", "500"}, {"optimiser", optimiser}, {"noise", "0.01"}, {"k", "9"}}));
            EXPECT_TRUE(test::same_run(runs.back(), runs.front())) << optimiser << ", " << name(isa);
        }
    }
}

TEST(Optimiser, RestoresItsMoments) {
    const auto model =
        test::model_of(test::random_problem(Loss::square, {4, 4, 0}, 85), ScoreMap::softmax, Train::both, kLr);
    Optimiser optimiser(*model, {.kind = OptimiserKind::adam}, 0);
    optimiser.descend(0, 5);
    const Optimiser::Moments moments = optimiser.moments();
    const AlignedVector V = *model->state()[0].second;
    const AlignedVector a = *model->state()[1].second;
    optimiser.descend(5, 5);
    const Vector expected = model->parameters().at("V").data;
    *model->state()[0].second = V;
    *model->state()[1].second = a;
    optimiser.restore(moments);
    optimiser.descend(5, 5);
    EXPECT_TRUE(test::same_bits(model->parameters().at("V").data, expected));
}

}  // namespace
}  // namespace polarize
