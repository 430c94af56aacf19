// The value-softmax model L(V, a) = ℓ(V σ(a)) and its gradient descent.

#include "flow/value_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "flow/kernels.hpp"
#include "numeric/padding.hpp"
#include "support/compare.hpp"
#include "support/plain_model.hpp"
#include "support/problems.hpp"

namespace polarize {
namespace {

using test::close;
using test::kAllLosses;
using test::kAllMaps;
using test::kAllTrained;
using test::model_of;
using test::PlainValueModel;
using test::random_problem;
using test::Vector;

/// Runs `check(loss, map, message)` for every loss and score map.
template <class Check>
void for_every_case(Check check) {
    for (const Loss loss : kAllLosses)
        for (const Weighting map : kAllMaps) check(loss, map, test::case_name(loss, map));
}

double norm(const Vector& x) { return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0)); }

Vector difference(const Vector& x, const Vector& y) {
    Vector result(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) result[i] = x[i] - y[i];
    return result;
}

/// The gradient that one update subtracts: with step size 1 it is the way the parameters moved.
Vector gradient(const ValueProblem& problem, Weighting map, const std::string& array) {
    const auto model = model_of(problem, map, Train::both, 1);
    const Vector before = model->parameters().at(array).data;
    model->descend(1);
    return difference(before, model->parameters().at(array).data);
}

double loss_with(const ValueProblem& problem, Weighting map, const std::string& array, std::size_t entry,
                 double offset) {
    ValueProblem moved = problem;
    moved.arrays.at(array).data[entry] += offset;
    return model_of(moved, map, Train::both, 1)->observe().numbers.loss;
}

/// The gradient of the observed loss by central differences of fourth order.
Vector finite_differences(const ValueProblem& problem, Weighting map, const std::string& array) {
    constexpr double h = 1e-3;
    Vector result;
    for (std::size_t i = 0; i < problem.arrays.at(array).data.size(); ++i) {
        const auto at = [&](double offset) { return loss_with(problem, map, array, i, offset); };
        result.push_back((8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h));
    }
    return result;
}

TEST(ValueModel, MovesAgainstTheGradientOfItsLoss) {
    for_every_case([](Loss loss, Weighting map, const std::string& where) {
        const ValueProblem problem = random_problem(loss, {3, 4, 5}, 21);
        for (const char* array : {"V", "a"})
            EXPECT_TRUE(close(gradient(problem, map, array), finite_differences(problem, map, array), 1e-8, 1e-11))
                << where << ", " << array;
    });
}

TEST(ValueModel, ObservesTheNormsOfItsGradients) {
    for_every_case([](Loss loss, Weighting map, const std::string& where) {
        const ValueProblem problem = random_problem(loss, {6, 9, 10}, 22);
        const Observation seen = model_of(problem, map, Train::both, 1)->observe().numbers;
        EXPECT_TRUE(close(seen.grad_V, norm(gradient(problem, map, "V")), 1e-12)) << where;
        EXPECT_TRUE(close(seen.grad_a, norm(gradient(problem, map, "a")), 1e-12, 1e-15)) << where;
    });
}

TEST(ValueModel, AgreesWithPlainLoopsOverItsFormulas) {
    constexpr double lr = 0.01;
    constexpr int steps = 25;
    for_every_case([](Loss loss, Weighting map, const std::string& where) {
        for (const Train train : kAllTrained)
            for (const test::Sizes sizes : {test::Sizes{1, 1, 1}, {4, 3, 6}, {9, 8, 7}, {7, 17, 12}}) {
                const ValueProblem problem = random_problem(loss, sizes, 23);
                const auto model = model_of(problem, map, train, lr);
                PlainValueModel plain(problem, map, train);
                EXPECT_TRUE(close(model->observe().numbers.loss, plain.loss(), 1e-12)) << where;
                model->descend(steps);
                plain.descend(lr, steps);
                EXPECT_TRUE(close(model->parameters().at("V").data, test::flat(plain.V), 1e-12))
                    << where << " k = " << sizes.k;
                EXPECT_TRUE(close(model->parameters().at("a").data, plain.a, 1e-12)) << where << " k = " << sizes.k;
                EXPECT_TRUE(close(model->observe().numbers.loss, plain.loss(), 1e-12)) << where << " k = " << sizes.k;
            }
    });
}

TEST(ValueModel, ObservesWeightsAndPredictor) {
    for_every_case([](Loss loss, Weighting map, const std::string& where) {
        const ValueProblem problem = random_problem(loss, {5, 9, 4}, 24);
        const PlainValueModel plain(problem, map, Train::both);
        const Look look = model_of(problem, map, Train::both, 1)->observe();
        EXPECT_TRUE(close(look.alpha, test::plain_weights(map, plain.a), 1e-14)) << where;
        EXPECT_EQ(look.a, plain.a) << where;
        EXPECT_TRUE(close(look.numbers.beta_norm, norm(plain.beta()), 1e-13)) << where;
    });
}

TEST(ValueModel, ProjectsValuesAndPredictorOnTheTeachersDirection) {
    for_every_case([](Loss loss, Weighting map, const std::string& where) {
        const ValueProblem problem = random_problem(loss, {5, 9, 4}, 25);
        const PlainValueModel plain(problem, map, Train::both);
        const Vector direction = teacher_direction(problem);
        Vector u(problem.k, 0.0);
        for (std::size_t token = 0; token < problem.k; ++token)
            for (std::size_t i = 0; i < problem.d; ++i)
                u[token] += direction[i] * (loss == Loss::kl ? plain.V[token][i] : plain.V[i][token]);
        const Vector beta = plain.beta();
        const Look look = model_of(problem, map, Train::both, 1)->observe();
        EXPECT_TRUE(close(look.u, u, 1e-13)) << where;
        EXPECT_TRUE(close(look.numbers.margin, std::inner_product(beta.begin(), beta.end(), direction.begin(), 0.0),
                          1e-12, 1e-14))
            << where;
        EXPECT_TRUE(close(look.direction_norm, norm(direction), 1e-14)) << where;
    });
}

TEST(TeacherDirection, IsTheWayTheLossFirstFallsFromBetaZero) {
    for (const Loss loss : kAllLosses) {
        ValueProblem problem = random_problem(loss, {4, 3, 6}, 26);
        for (double& value : problem.arrays.at("V").data) value = 0;
        // At beta = 0 the gradient by V is r alphaᵀ; one token with identity weight 1 shows −r itself.
        problem.arrays.at("a").data = {1, 0, 0};
        const Vector grad_V = gradient(problem, ScoreMap::identity, "V");
        Vector descent;
        for (std::size_t i = 0; i < 4; ++i) descent.push_back(-grad_V[loss == Loss::kl ? i : 3 * i]);
        const Vector direction = teacher_direction(problem);
        const double cosine = std::inner_product(descent.begin(), descent.end(), direction.begin(), 0.0) /
                              (norm(descent) * norm(direction));
        EXPECT_NEAR(cosine, 1, 1e-14) << test::case_name(loss, ScoreMap::identity);
    }
}

TEST(ValueModel, LeavesWhatIsNotTrainedUntouched) {
    for_every_case([](Loss loss, Weighting map, const std::string& where) {
        const ValueProblem problem = random_problem(loss, {6, 9, 4}, 27);
        const auto V_only = model_of(problem, map, Train::V_only, 0.1);
        const auto a_only = model_of(problem, map, Train::a_only, 0.1);
        V_only->descend(10);
        a_only->descend(10);
        EXPECT_EQ(V_only->parameters().at("a"), problem.arrays.at("a")) << where;
        EXPECT_NE(V_only->parameters().at("V"), problem.arrays.at("V")) << where;
        EXPECT_EQ(a_only->parameters().at("V"), problem.arrays.at("V")) << where;
        EXPECT_NE(a_only->parameters().at("a"), problem.arrays.at("a")) << where;
    });
}

TEST(ValueModel, KeepsItsPaddingZero) {
    for_every_case([](Loss loss, Weighting map, const std::string& where) {
        const ValueProblem problem = random_problem(loss, {5, 9, 3}, 28);
        const auto model = model_of(problem, map, Train::both, 0.05);
        model->descend(50);
        model->observe();
        const Array V = model->value_matrix();
        EXPECT_TRUE(test::same_bits(*model->state()[0].second, pad_rows(V.data, V.shape[0], V.shape[1]))) << where;
        EXPECT_TRUE(test::same_bits(*model->state()[1].second, pad_rows(model->observe().a, 1, 9))) << where;
    });
}

TEST(ValueModel, DoesNotMoveWhenLookedAt) {
    for_every_case([](Loss loss, Weighting map, const std::string& where) {
        const ValueProblem problem = random_problem(loss, {6, 9, 4}, 29);
        const auto looked_at = model_of(problem, map, Train::both, 0.05);
        const auto unseen = model_of(problem, map, Train::both, 0.05);
        for (int step = 0; step < 10; ++step) {
            looked_at->observe();
            looked_at->descend(1);
        }
        unseen->descend(10);
        EXPECT_EQ(looked_at->parameters(), unseen->parameters()) << where;
    });
}

TEST(ValueModel, TurnsTheMarginIntoTheLogisticLossWithoutOverflow) {
    for (const double z : {1e6, -1e6, 1e300, -1e300, 800.0, -800.0}) {
        ValueProblem problem{.loss = Loss::logistic, .d = 1, .k = 2, .n = 0, .arrays = {}};
        problem.arrays = {{"V", {{1, 2}, {z, z}}}, {"a", {{2}, {0, 0}}}, {"beta_star", {{1}, {1}}}};
        const auto model = model_of(problem, ScoreMap::softmax, Train::both, 0.1);
        const Observation seen = model->observe().numbers;
        EXPECT_EQ(seen.margin, z);
        EXPECT_EQ(seen.loss, z > 0 ? 0 : -z);  // log(1 + e^−z), to the last bit
        EXPECT_TRUE(close(seen.grad_V, z > 0 ? 0 : std::sqrt(0.5), 1e-15)) << z;
        model->descend(1);
        EXPECT_TRUE(test::all_finite(model->parameters().at("V").data)) << z;
    }
}

TEST(ValueModel, ReportsTheDivergenceFromTheTargetBesideTheCrossEntropy) {
    const ValueProblem problem = random_problem(Loss::kl, {5, 4, 0}, 30);
    const Look look = model_of(problem, ScoreMap::softmax, Train::both, 1)->observe();
    double entropy = 0;
    for (const double p : problem.arrays.at("p_star").data) entropy -= p * std::log(p);
    ASSERT_EQ(look.extra.size(), 1U);
    EXPECT_EQ(look.extra[0].first, "kl_divergence");
    EXPECT_NEAR(look.extra[0].second, look.numbers.loss - entropy, 1e-15);
    EXPECT_GT(look.extra[0].second, 0);
}

TEST(ValueModel, TakesClassesOfProbabilityZero) {
    ValueProblem problem = random_problem(Loss::kl, {3, 2, 0}, 31);
    problem.arrays.at("p_star").data = {1, 0, 0};
    problem.arrays.at("V").data = {2000, 0, -2000, 2000, 0, -2000};
    problem.arrays.at("a").data = {0, 0};
    const auto model = model_of(problem, ScoreMap::softmax, Train::both, 0.1);
    EXPECT_EQ(model->observe().numbers.loss, 0);
    EXPECT_EQ(model->observe().numbers.grad_V, 0);
}

TEST(ValueModel, GivesGradientFlowTheSameGradients) {
    for_every_case([](Loss loss, Weighting map, const std::string& where) {
        const ValueProblem problem = random_problem(loss, {5, 9, 4}, 32);
        const auto model = model_of(problem, map, Train::both, 1);
        AlignedVector V_rate(model->state()[0].second->size());
        AlignedVector a_rate(model->state()[1].second->size());
        kernels().value_rate(model->view(), V_rate.data(), a_rate.data());
        Vector moved_V(model->state()[0].second->begin(), model->state()[0].second->end());
        Vector moved_a(model->state()[1].second->begin(), model->state()[1].second->end());
        for (std::size_t i = 0; i < moved_V.size(); ++i) moved_V[i] += V_rate[i];
        for (std::size_t i = 0; i < moved_a.size(); ++i) moved_a[i] += a_rate[i];
        model->descend(1);
        EXPECT_TRUE(close(*model->state()[0].second, moved_V, 1e-15)) << where;
        EXPECT_TRUE(close(*model->state()[1].second, moved_a, 1e-15)) << where;
    });
}

}  // namespace
}  // namespace polarize
