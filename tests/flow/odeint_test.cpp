// The integrators against those of Boost.odeint, which take the right-hand sides from the plain model: neither the
// method nor the flow shares code with what is tested.

#include <gtest/gtest.h>

#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <string>

#include "flow/kernels.hpp"
#include "flow/rescaled_system.hpp"
#include "flow/value_system.hpp"
#include "numeric/padding.hpp"
#include "ode/integrator.hpp"
#include "support/compare.hpp"
#include "support/plain_model.hpp"
#include "support/problems.hpp"

namespace polarize {
namespace {

using test::close;
using test::Vector;

/// The solution at `end` of y' = rate(y) from `y` at 0, by odeint's method of Fehlberg of order 8.
template <class Rate>
Vector by_odeint(Rate rate, Vector y, double end) {
    namespace odeint = boost::numeric::odeint;
    const auto right_hand_side = [&](const Vector& now, Vector& change, double /*t*/) { change = rate(now); };
    odeint::integrate_adaptive(odeint::make_controlled<odeint::runge_kutta_fehlberg78<Vector>>(1e-14, 1e-14),
                               right_hand_side, y, 0.0, end, 1e-3);
    return y;
}

/// V and a of the plain model one after the other.
Vector numbers_of(const test::PlainValueModel& model) {
    Vector numbers = test::flat(model.V);
    numbers.insert(numbers.end(), model.a.begin(), model.a.end());
    return numbers;
}

/// −∂L/∂V and −∂L/∂a where V and a are `numbers`.
Vector fall(test::PlainValueModel model, const Vector& numbers) {
    auto from = numbers.begin();
    for (Vector& row : model.V)
        for (double& entry : row) entry = *from++;
    std::copy(from, numbers.end(), model.a.begin());
    Vector rate = test::flat(model.gradient_V());
    const Vector a_rate = model.gradient_a();
    rate.insert(rate.end(), a_rate.begin(), a_rate.end());
    for (double& value : rate) value = -value;
    return rate;
}

AlignedVector integrated(System& system, AlignedVector y, double end, Method method) {
    Integrator integrator(system, std::move(y), 0, {.method = method, .tolerance = 1e-13});
    while (integrator.time() < end) EXPECT_EQ(integrator.step(), StepResult::accepted);
    AlignedVector result(system.size());
    integrator.interpolate(end, result);
    return result;
}

/// The model's own flow at `end`: V and a one after the other.
Vector by_us(ValueModel& model, double end, Method method) {
    AlignedVector start;
    for (const auto& [name, values] : model.state()) start.insert(start.end(), values->begin(), values->end());
    ValueSystem system(model);
    const AlignedVector y = integrated(system, start, end, method);
    AlignedVector& V = *model.state()[0].second;
    std::copy_n(y.begin(), V.size(), V.begin());
    std::copy(y.begin() + static_cast<std::ptrdiff_t>(V.size()), y.end(), model.state()[1].second->begin());
    Vector numbers = model.value_matrix().data;
    const Vector a = model.parameters().at("a").data;
    numbers.insert(numbers.end(), a.begin(), a.end());
    return numbers;
}

TEST(Odeint, AgreesWithTheFlowOfEveryLossAndMap) {
    for (const Loss loss : test::kAllLosses)
        for (const Weighting map : test::kAllMaps) {
            // No method is of its order across a kink: maps that have one are followed until their scores come near.
            const double end = traits(map.map).has_kink ? 0.25 : 3;
            const ValueProblem problem = test::random_problem(loss, {3, 4, 5}, 91);
            const test::PlainValueModel plain(problem, map, Train::both);
            const auto rate = [&](const Vector& now) { return fall(plain, now); };
            const Vector expected = by_odeint(rate, numbers_of(plain), end);
            for (const Method method : {Method::dormand_prince_5, Method::dormand_prince_8}) {
                const auto model = test::model_of(problem, map, Train::both, 1);
                EXPECT_TRUE(close(by_us(*model, end, method), expected, 1e-10, 1e-10)) << test::case_name(loss, map);
            }
        }
}

// Long enough for the flow to come to rest, where explicit steps hand over to implicit ones.
TEST(Odeint, AgreesWithTheStiffEndOfTheFlow) {
    constexpr double kEnd = 60;
    for (const Loss loss : {Loss::square, Loss::regression, Loss::kl}) {
        const ValueProblem problem = test::random_problem(loss, {3, 4, 5}, 92);
        const test::PlainValueModel plain(problem, ScoreMap::softmax, Train::both);
        const auto rate = [&](const Vector& now) { return fall(plain, now); };
        const Vector expected = by_odeint(rate, numbers_of(plain), kEnd);
        const auto model = test::model_of(problem, ScoreMap::softmax, Train::both, 1);
        EXPECT_TRUE(close(by_us(*model, kEnd, Method::dormand_prince_8), expected, 1e-10, 1e-10))
            << test::case_name(loss, ScoreMap::softmax);
    }
}

// du/dtau = ‖beta_star‖² s, da/dtau = J(a)ᵀ u.
TEST(Odeint, AgreesWithTheRescaledFlow) {
    constexpr std::size_t k = 6;
    const Vector u = test::random_numbers(k, -1, 1, 93);
    const Vector a = test::random_numbers(k, -1, 1, 94);
    constexpr double teacher_squared = 1.7;
    for (const Weighting map : {Weighting(ScoreMap::softmax), Weighting(ScoreMap::softmax, 2.0),
                                Weighting(ScoreMap::softmax_plus_one), Weighting(ScoreMap::l2)})
        for (const double tau : {5.0, 200.0}) {
            const auto rate = [&](const Vector& now) {
                const Vector now_u(now.begin(), now.begin() + k);
                const Vector now_a(now.begin() + k, now.end());
                Vector change = test::plain_weights(map, now_a);
                for (double& value : change) value *= teacher_squared;
                const Vector a_rate = test::plain_map_gradient(map, now_a, now_u);
                change.insert(change.end(), a_rate.begin(), a_rate.end());
                return change;
            };
            Vector start = u;
            start.insert(start.end(), a.begin(), a.end());
            const Vector expected = by_odeint(rate, start, tau);
            RescaledSystem system(kernels(active_isa()), k, map, Train::both, teacher_squared);
            for (const Method method : {Method::dormand_prince_5, Method::dormand_prince_8}) {
                const AlignedVector y = integrated(system, system.initial_state(u, a), tau, method);
                Vector actual = system.u(y);
                const Vector actual_a = system.a(y);
                actual.insert(actual.end(), actual_a.begin(), actual_a.end());
                EXPECT_TRUE(close(actual, expected, 1e-10, 1e-10)) << test::name_of(map) << ", tau = " << tau;
            }
        }
}

}  // namespace
}  // namespace polarize
