// Gradient flow as systems of differential equations: the value-softmax model's, the tied model's, and the rescaled
// logistic flow.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "flow/kernels.hpp"
#include "flow/rescaled_system.hpp"
#include "flow/tied_system.hpp"
#include "flow/value_system.hpp"
#include "numeric/padding.hpp"
#include "ode/integrator.hpp"
#include "support/compare.hpp"
#include "support/plain_model.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::kAllLosses;
using test::kAllMaps;
using test::kAllTrained;
using test::Vector;

/// The model's buffers one after the other: a state of its system.
AlignedVector state_of(const FlowModel& model) {
    AlignedVector y;
    for (const auto& [name, values] : model.state()) y.insert(y.end(), values->begin(), values->end());
    return y;
}

AlignedVector rate_at(System& system, const AlignedVector& y) {
    AlignedVector rate(system.size());
    system.derivative(y.data(), rate.data());
    return rate;
}

Vector padded_rows(const Vector& values, std::size_t rows, std::size_t columns) {
    const AlignedVector padded = pad_rows(values, rows, columns);
    return {padded.begin(), padded.end()};
}

Vector joined(Vector first, const Vector& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Vector opposite(Vector values) {
    for (double& value : values) value = -value;
    return values;
}

TEST(ValueSystem, FallsAlongTheGradient) {
    for (const Loss loss : kAllLosses)
        for (const Weighting map : kAllMaps)
            for (const Train train : kAllTrained) {
                const ValueProblem problem = test::random_problem(loss, {5, 9, 4}, 71);
                const auto model = test::model_of(problem, map, train, 1);
                const test::PlainValueModel plain(problem, map, train);
                Vector V_rate = opposite(test::flat(plain.gradient_V()));
                Vector a_rate = opposite(plain.gradient_a());
                if (train == Train::a_only) V_rate.assign(V_rate.size(), 0.0);
                if (train == Train::V_only) a_rate.assign(a_rate.size(), 0.0);
                const Array V = model->value_matrix();
                const Vector expected = joined(padded_rows(V_rate, V.shape[0], V.shape[1]), padded_rows(a_rate, 1, 9));
                ValueSystem system(*model);
                EXPECT_TRUE(close(rate_at(system, state_of(*model)), expected, 1e-12))
                    << test::case_name(loss, map, train);
            }
}

TEST(TiedSystem, FallsAlongTheGradient) {
    for (const Weighting map : kAllMaps)
        for (const Train train : kAllTrained) {
            const Arrays arrays = test::random_tied_arrays(9, 72);
            const auto model = test::tied_model_of(arrays, map, train, 1);
            const test::PlainTiedModel plain(arrays, map, train);
            Vector U_rate = opposite(test::flat(plain.gradient_U()));
            Vector a_rate = opposite(plain.gradient_a());
            if (train == Train::a_only) U_rate.assign(U_rate.size(), 0.0);
            if (train == Train::V_only) a_rate.assign(a_rate.size(), 0.0);
            TiedSystem system(*model);
            EXPECT_TRUE(close(rate_at(system, state_of(*model)),
                              joined(padded_rows(U_rate, 9, 9), padded_rows(a_rate, 1, 9)), 1e-12));
        }
}

/// A problem whose loss is least at its start, where the Gauss–Newton part is all of the Jacobian.
ValueProblem problem_at_rest(Loss loss, Weighting map) {
    ValueProblem problem = test::random_problem(loss, {4, 6, 5}, 73);
    const test::PlainValueModel plain(problem, map, Train::both);
    const Vector beta = plain.beta();
    if (loss == Loss::square) problem.arrays.at("beta_star").data = beta;
    if (loss == Loss::kl) problem.arrays.at("p_star").data = test::plain_weights(ScoreMap::softmax, beta);
    if (loss == Loss::regression)
        for (std::size_t row = 0; row < 5; ++row)
            problem.arrays.at("y").data[row] = std::inner_product(beta.begin(), beta.end(), plain.X[row].begin(), 0.0);
    return problem;
}

/// J x at y by central differences of the rate.
AlignedVector jacobian_times(System& system, const AlignedVector& y, const AlignedVector& x) {
    constexpr double h = 1e-5;
    AlignedVector forward = y;
    AlignedVector backward = y;
    for (std::size_t i = 0; i < y.size(); ++i) {
        forward[i] += h * x[i];
        backward[i] -= h * x[i];
    }
    AlignedVector result = rate_at(system, forward);
    const AlignedVector other = rate_at(system, backward);
    for (std::size_t i = 0; i < y.size(); ++i) result[i] = (result[i] - other[i]) / (2 * h);
    return result;
}

TEST(ValueSystem, SolvesWithItsJacobian) {
    for (const Loss loss : {Loss::square, Loss::regression, Loss::kl})
        for (const ScoreMap map : {ScoreMap::softmax, ScoreMap::l2, ScoreMap::sigmoid})
            for (const Train train : kAllTrained) {
                const auto model = test::model_of(problem_at_rest(loss, map), map, train, 1);
                ValueSystem system(*model);
                ASSERT_TRUE(system.has_implicit());
                const AlignedVector y = state_of(*model);
                // Right-hand sides that are zero in the padding and where nothing is trained: no error arises there.
                const auto wanted_model = test::model_of(test::random_problem(loss, {4, 6, 5}, 74), map, train, 1);
                AlignedVector b = state_of(*wanted_model);
                const auto V_end = b.end() - static_cast<std::ptrdiff_t>(padded(6));
                if (train == Train::a_only) std::fill(b.begin(), V_end, 0.0);
                if (train == Train::V_only) std::fill(V_end, b.end(), 0.0);
                AlignedVector c = b;
                for (double& value : c) value = value * value - 0.3 * value;

                constexpr double shift = 0.7, shift_real = 0.4, shift_imaginary = 1.3;
                system.prepare_implicit(y.data(), shift, shift_real, shift_imaginary);
                AlignedVector x = b;
                system.solve_implicit(x.data());
                const AlignedVector Jx = jacobian_times(system, y, x);
                AlignedVector image(y.size());
                for (std::size_t i = 0; i < y.size(); ++i) image[i] = shift * x[i] - Jx[i];
                EXPECT_TRUE(close(image, b, 1e-7)) << test::case_name(loss, map, train);

                AlignedVector real = b;
                AlignedVector imaginary = c;
                system.solve_implicit(real.data(), imaginary.data());
                const AlignedVector J_real = jacobian_times(system, y, real);
                const AlignedVector J_imaginary = jacobian_times(system, y, imaginary);
                AlignedVector image_imaginary(y.size());
                for (std::size_t i = 0; i < y.size(); ++i) {
                    image[i] = shift_real * real[i] - shift_imaginary * imaginary[i] - J_real[i];
                    image_imaginary[i] = shift_real * imaginary[i] + shift_imaginary * real[i] - J_imaginary[i];
                }
                EXPECT_TRUE(close(image, b, 1e-7)) << test::case_name(loss, map, train);
                EXPECT_TRUE(close(image_imaginary, c, 1e-7)) << test::case_name(loss, map, train);
            }
}

/// Integrates until `t` exactly.
AlignedVector integrated(System& system, AlignedVector y, double t, double tolerance) {
    Integrator integrator(system, std::move(y), 0, {.tolerance = tolerance});
    while (integrator.time() < t) EXPECT_EQ(integrator.step(), StepResult::accepted);
    AlignedVector result(system.size());
    integrator.interpolate(t, result);
    return result;
}

// At the minimum the flow is stiff: implicit steps take it to any time in a few hundred steps, and to where it belongs.
TEST(ValueSystem, ComesToRestInFewSteps) {
    const ValueProblem problem = test::random_problem(Loss::square, {4, 5, 0}, 75);
    const auto model = test::model_of(problem, ScoreMap::softmax, Train::both, 1);
    ValueSystem system(*model);
    const AlignedVector converged = integrated(system, state_of(*model), 300, 1e-12);
    Integrator integrator(system, state_of(*model), 0, {.tolerance = 1e-9});
    StepResult result = StepResult::accepted;
    while (result == StepResult::accepted && integrator.time() < 1e12) result = integrator.step();
    EXPECT_NE(result, StepResult::failed);
    EXPECT_LT(integrator.counts().accepted, 500);
    EXPECT_TRUE(close(integrator.state(), converged, 1e-7));
}

TEST(RescaledSystem, MovesByItsFormula) {
    for (const Weighting map : kAllMaps) {
        const ValueProblem problem = test::random_problem(Loss::logistic, {5, 9, 0}, 76);
        const Look look = test::model_of(problem, map, Train::both, 1)->observe();
        const double squared = look.direction_norm * look.direction_norm;
        RescaledSystem system(kernels(active_isa()), 9, map, Train::both, squared);
        const AlignedVector rate = rate_at(system, system.initial_state(look.u, look.a));
        Vector u_rate = look.alpha;
        for (double& value : u_rate) value *= squared;
        EXPECT_TRUE(close(system.u(rate), u_rate, 1e-14));
        EXPECT_TRUE(close(system.a(rate), test::plain_map_gradient(map, look.a, look.u), 1e-13, 1e-15));
        EXPECT_EQ(rate[32], 1) << "the clock w = t/(1 + e^z) starts at dt/dtau = 1 + e^z";
    }
}

// The same flow in two clocks: reduced and in tau, with all parameters and in t.
TEST(RescaledSystem, AgreesWithTheFlowInItsOwnTime) {
    for (const ScoreMap map : {ScoreMap::softmax, ScoreMap::l2, ScoreMap::sigmoid}) {
        const ValueProblem problem = test::random_problem(Loss::logistic, {5, 9, 0}, 77);
        const auto model = test::model_of(problem, map, Train::both, 1);
        const Look start = model->observe();
        ValueSystem in_time(*model);
        constexpr double t = 50;
        const AlignedVector full = integrated(in_time, state_of(*model), t, 1e-12);
        *model->state()[0].second = AlignedVector(full.begin(), full.end() - 16);
        *model->state()[1].second = AlignedVector(full.end() - 16, full.end());
        const Look expected = model->observe();

        RescaledSystem rescaled(kernels(active_isa()), 9, map, Train::both,
                                start.direction_norm * start.direction_norm);
        Integrator integrator(rescaled, rescaled.initial_state(start.u, start.a), 0, {.tolerance = 1e-12});
        const auto past_t = [&](const AlignedVector& y) { return rescaled.log_time(y) - std::log(t); };
        while (past_t(integrator.state()) < 0) ASSERT_EQ(integrator.step(), StepResult::accepted);
        AlignedVector y(rescaled.size());
        integrator.interpolate(locate_event(integrator, past_t), y);
        EXPECT_TRUE(close(rescaled.u(y), expected.u, 1e-9));
        EXPECT_TRUE(close(rescaled.a(y), expected.a, 1e-9));
        EXPECT_TRUE(close(rescaled.alpha(y), expected.alpha, 1e-9));
        EXPECT_TRUE(close(rescaled.margin(y), expected.numbers.margin, 1e-9));
    }
}

// s_j → 2/(K tau²) for every loser, from above, as slowly as the paper's theory says: seen at tau = 100, 300, 600.
TEST(RescaledSystem, LetsTheLosersFadeLikeTheSquareOfTau) {
    const Look start =
        test::model_of(
            {.loss = Loss::logistic, .d = 8, .k = 8, .n = 0, .arrays = test::runner_of("logistic")->snapshot().arrays},
            ScoreMap::softmax, Train::both, 1)
            ->observe();
    RescaledSystem system(kernels(active_isa()), 8, ScoreMap::softmax, Train::both, 1);
    double before = 1;
    for (const double tau : {100.0, 300.0, 600.0, 3000.0}) {
        const AlignedVector y = integrated(system, system.initial_state(start.u, start.a), tau, 1e-10);
        const Vector alpha = system.alpha(y);
        const double losers = 1 - std::ranges::max(alpha);
        const double scaled = losers / 7 * tau * tau;
        EXPECT_GT(scaled, 0.25) << tau;
        EXPECT_LT(scaled, before) << tau;
        before = scaled;
        const Vector a = system.a(y);
        EXPECT_NEAR(std::accumulate(a.begin(), a.end(), 0.0), 0, 1e-9) << "the sum of the scores is conserved";
    }
    EXPECT_LT(before, 0.27);
}

// t overflows a double near z = 709, its logarithm does not: log t is near z, beyond it only by the logarithm of how
// long z takes to grow.
TEST(RescaledSystem, CarriesTheLogarithmOfTime) {
    RescaledSystem system(kernels(active_isa()), 8, ScoreMap::softmax, Train::both, 1);
    const Vector zeros(8);
    EXPECT_EQ(system.log_time(system.initial_state(zeros, zeros)), -HUGE_VAL);
    const Vector u{0.3, 0.1, 0, -0.1, -0.2, -0.3, -0.4, -0.5};
    const AlignedVector y = integrated(system, system.initial_state(u, zeros), 2000, 1e-9);
    EXPECT_GT(system.margin(y), 1500);
    EXPECT_NEAR(system.log_time(y), system.margin(y), 1);
}

}  // namespace
}  // namespace polarize
