// Integration of systems whose solutions are known.

#include "ode/integrator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "numeric/padding.hpp"
#include "support/compare.hpp"
#include "support/errors.hpp"

namespace polarize {
namespace {

/// A system of up to eight numbers given by its right-hand side.
class SmallSystem final : public System {
  public:
    using Rate = std::function<void(const double* y, double* rate)>;
    explicit SmallSystem(Rate rate) : rate_(std::move(rate)) {}

    std::size_t size() const override { return kLanes; }
    void derivative(const double* y, double* rate) override {
        for (std::size_t i = 0; i < kLanes; ++i) rate[i] = 0;
        rate_(y, rate);
    }

  private:
    Rate rate_;
};

/// y = (cos t, −sin t) from (1, 0).
SmallSystem oscillator() {
    return SmallSystem([](const double* y, double* rate) {
        rate[0] = y[1];
        rate[1] = -y[0];
    });
}

AlignedVector state(std::initializer_list<double> values) {
    AlignedVector y(kLanes, 0.0);
    std::copy(values.begin(), values.end(), y.begin());
    return y;
}

double error_of(const AlignedVector& y, double t) {
    return std::max(std::abs(y[0] - std::cos(t)), std::abs(y[1] + std::sin(t)));
}

/// The error of the oscillator at the first step's end beyond `last`.
double oscillator_error(const StepControl& control, double last, StepCounts* counts = nullptr) {
    SmallSystem system = oscillator();
    Integrator integrator(system, state({1, 0}), 0, control);
    while (integrator.time() < last) EXPECT_EQ(integrator.step(), StepResult::accepted);
    if (counts != nullptr) *counts = integrator.counts();
    return error_of(integrator.state(), integrator.time());
}

TEST(Integrator, HasTheOrderOfItsFixedStepMethods) {
    const auto ratio = [](Method method) {
        const double coarse = oscillator_error({.method = method, .fixed_step = 0x1p-5}, 4);
        return coarse / oscillator_error({.method = method, .fixed_step = 0x1p-6}, 4);
    };
    EXPECT_NEAR(ratio(Method::euler), 2, 0.1);
    EXPECT_NEAR(ratio(Method::rk4), 16, 1);
}

TEST(Integrator, KeepsTheErrorOfItsAdaptiveMethodsNearTheTolerance) {
    for (const Method method : {Method::dormand_prince_5, Method::dormand_prince_8})
        for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12})
            EXPECT_LT(oscillator_error({.method = method, .tolerance = tolerance}, 20), 100 * tolerance + 1e-13)
                << tolerance;
}

TEST(Integrator, NeedsFewerEvaluationsByTheHigherOrder) {
    StepCounts fifth, eighth;
    oscillator_error({.method = Method::dormand_prince_5, .tolerance = 1e-11}, 20, &fifth);
    oscillator_error({.method = Method::dormand_prince_8, .tolerance = 1e-11}, 20, &eighth);
    EXPECT_LT(2 * eighth.rhs_evals, fifth.rhs_evals);
    EXPECT_GT(eighth.accepted, 0);
}

TEST(Integrator, KnowsTheSolutionBetweenItsSteps) {
    for (const Method method : {Method::dormand_prince_5, Method::dormand_prince_8}) {
        SmallSystem system = oscillator();
        Integrator integrator(system, state({1, 0}), 0, {.method = method, .tolerance = 1e-9});
        AlignedVector y(kLanes);
        while (integrator.time() < 10) {
            ASSERT_EQ(integrator.step(), StepResult::accepted);
            for (int part = 0; part <= 8; ++part) {
                const double t = std::lerp(integrator.previous_time(), integrator.time(), part / 8.0);
                integrator.interpolate(t, y);
                ASSERT_LT(error_of(y, t), 2e-7) << t;
            }
            integrator.interpolate(integrator.time(), y);
            ASSERT_TRUE(test::same_bits(y, integrator.state()));
        }
    }
}

TEST(Integrator, FindsTheMomentOfAnEvent) {
    SmallSystem system = oscillator();
    Integrator integrator(system, state({1, 0}), 0, {.tolerance = 1e-12});
    const auto cosine = [](const AlignedVector& y) { return y[0]; };
    while (integrator.state()[0] > 0) ASSERT_EQ(integrator.step(), StepResult::accepted);
    EXPECT_NEAR(locate_event(integrator, cosine), std::numbers::pi / 2, 1e-10);
}

TEST(Integrator, FindsTheEndOfTheStepWhereThereIsNoEvent) {
    SmallSystem system = oscillator();
    Integrator integrator(system, state({1, 0}), 0, {});
    integrator.step();
    EXPECT_EQ(locate_event(integrator, [](const AlignedVector& y) { return y[0]; }), integrator.time());
}

// y' = y², y(0) = 1 is 1/(1 − t).
TEST(Integrator, StopsWhereTheSolutionBlowsUp) {
    SmallSystem system([](const double* y, double* rate) { rate[0] = y[0] * y[0]; });
    Integrator integrator(system, state({1}), 0, {.tolerance = 1e-9});
    StepResult result = StepResult::accepted;
    for (int step = 0; step < 100000 && result == StepResult::accepted; ++step) result = integrator.step();
    EXPECT_EQ(result, StepResult::failed);
    EXPECT_NEAR(integrator.time(), 1, 1e-6);
    EXPECT_TRUE(test::all_finite(integrator.state()));
}

// y' = 1 up to y = 1, −2 y from there on: a right-hand side that changes at an event.
TEST(Integrator, GoesOnFromAnEventWithAnotherRightHandSide) {
    double slope = 1;
    SmallSystem system([&](const double* y, double* rate) { rate[0] = slope > 0 ? slope : slope * y[0]; });
    Integrator integrator(system, state({0}), 0, {.tolerance = 1e-12});
    while (integrator.state()[0] < 1) ASSERT_EQ(integrator.step(), StepResult::accepted);
    const double event = locate_event(integrator, [](const AlignedVector& y) { return y[0] - 1; });
    EXPECT_NEAR(event, 1, 1e-12);
    slope = -2;
    integrator.restart(state({1}), event);
    EXPECT_EQ(integrator.time(), event);
    EXPECT_EQ(integrator.previous_time(), event);
    while (integrator.time() < 2) ASSERT_EQ(integrator.step(), StepResult::accepted);
    EXPECT_NEAR(integrator.state()[0], std::exp(-2 * (integrator.time() - 1)), 1e-11);
}

TEST(Integrator, DoesItsArithmeticByTheOperationsThatItIsGiven) {
    static int sums = 0;
    const Arithmetic counting{.add_terms =
                                  [](std::size_t count, std::size_t terms, const double* weights,
                                     const double* const* x, const double* base, double* to) {
                                      ++sums;
                                      plain_arithmetic().add_terms(count, terms, weights, x, base, to);
                                  },
                              .power = plain_arithmetic().power};
    SmallSystem system = oscillator();
    Integrator plain(system, state({1, 0}), 0, {});
    Integrator counted(system, state({1, 0}), 0, {}, counting);
    for (int step = 0; step < 20; ++step) {
        ASSERT_EQ(plain.step(), StepResult::accepted);
        ASSERT_EQ(counted.step(), StepResult::accepted);
    }
    EXPECT_TRUE(test::same_bits(plain.state(), counted.state()));
    EXPECT_GE(sums, 20 * 12);
}

TEST(Integrator, GivesTheSameBitsTwice) {
    const auto run = [] {
        SmallSystem system = oscillator();
        Integrator integrator(system, state({1, 0}), 0, {});
        for (int step = 0; step < 50; ++step) integrator.step();
        return integrator.state();
    };
    EXPECT_TRUE(test::same_bits(run(), run()));
}

TEST(Integrator, RefusesTolerancesAndStepsOutOfRange) {
    SmallSystem system = oscillator();
    for (const double tolerance : {0.0, 1e-15, 0.2, -1.0, std::nan("")})
        EXPECT_TRUE(
            test::error_of([&] { Integrator(system, state({1}), 0, {.tolerance = tolerance}); }).starts_with("tol: "));
    for (const double step : {0.0, -1.0, std::nan("")})
        EXPECT_TRUE(test::error_of([&] {
                        Integrator(system, state({1}), 0, {.method = Method::rk4, .fixed_step = step});
                    }).starts_with("step: "));
}

}  // namespace
}  // namespace polarize
