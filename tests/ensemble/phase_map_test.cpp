// Phase maps: a run at every point, coarse ones first.

#include <polarize/phase_map.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <polarize/isa.hpp>
#include "many_flows.hpp"
#include "support/compare.hpp"
#include "support/errors.hpp"

namespace polarize {
namespace {

using test::error_of;
using test::kNoLimit;
using test::params_of;
using test::same_bits;
using test::WithIsa;

PhaseMapSettings settings_of(const Params& params, std::string_view x, std::string_view y,
                             MapMeasure measure = MapMeasure::entropy) {
    return {
        .x = parse_axis("x", x, params.experiment()), .y = parse_axis("y", y, params.experiment()), .measure = measure};
}

PhaseMapResult finished(const Params& params, const PhaseMapSettings& settings, std::int64_t budget = kNoLimit) {
    PhaseMap map(params, settings);
    while (!map.done())
        for (std::size_t worker = 0; worker < settings.workers; ++worker) map.advance(budget, worker);
    return map.result();
}

/// The run at a point, ended.
Snapshot run_at(Params params, const PhaseMapResult& map, std::size_t column, std::size_t row) {
    params.set(map.x.name, map.x.value(column));
    params.set(map.y.name, map.y.value(row));
    const auto runner = make_runner(params);
    runner->advance(kNoLimit);
    return runner->snapshot();
}

double measure_of(const Snapshot& run, MapMeasure measure) {
    switch (measure) {
        case MapMeasure::entropy: return run.entropy / std::log(static_cast<double>(run.alpha.size()));
        case MapMeasure::max_alpha: return run.max_alpha;
        case MapMeasure::loss: return run.loss;
        case MapMeasure::winner_share: {
            const auto u = test::sample(run, "u", 0);
            return std::ranges::max_element(u) - u.begin() == run.winner ? 1 : 0;
        }
        case MapMeasure::time_to_polarise: break;
    }
    return test::polarisation_in(run, 0.5);
}

/// Every point against its own run.
void expect_runs(const Params& params, const PhaseMapSettings& settings, double tolerance) {
    const PhaseMapResult map = finished(params, settings);
    EXPECT_EQ(map.finished, map.z.size());
    for (std::size_t row = 0; row < map.y.count; ++row) {
        for (std::size_t column = 0; column < map.x.count; ++column) {
            const double expected = measure_of(run_at(params, map, column, row), settings.measure);
            const double value = map.z[row * map.x.count + column];
            if (std::isinf(expected)) EXPECT_TRUE(std::isnan(value));
            else EXPECT_NEAR(value, expected, tolerance * (1 + std::abs(expected))) << column << ", " << row;
            EXPECT_EQ(map.computed[row * map.x.count + column], 1);
        }
    }
}

TEST(PhaseMap, HasARunAtEveryPoint) {
    const Params params = params_of("logistic", {{"steps", "1000"}, {"samples", "50"}, {"a_scale", "0.3"}});
    for (std::size_t measure = 0; measure < kEnumNames<MapMeasure>.size(); ++measure)
        expect_runs(params,
                    settings_of(params, "lr=0.01:10:7:log", "V_scale=0.1:2:5", static_cast<MapMeasure>(measure)),
                    1e-11);
}

TEST(PhaseMap, TakesFlowsInTau) {
    const Params params = params_of("logistic", {{"dynamics", "flow"}, {"until", "tau"}});
    expect_runs(params, settings_of(params, "V_scale=0.01:3:4:log", "horizon=0:100:4"), 1e-6);
}

TEST(PhaseMap, TakesOtherExperiments) {
    const Params params = params_of("conditioning", {{"steps", "100"}});
    expect_runs(params, settings_of(params, "kappa=1:100:3:log", "lr=1e-4:1e-2:3:log", MapMeasure::loss), 1e-13);
}

TEST(PhaseMap, MayVarySizesOnEitherAxis) {
    const Params params = params_of("logistic", {{"steps", "200"}});
    expect_runs(params, settings_of(params, "k=2:10:5", "d=2:10:3"), 1e-11);
    expect_runs(params, settings_of(params, "lr=0.1:1:2", "k=2:9:3"), 1e-11);
}

/// Without noise flows fit lanes, with it they do not.
TEST(PhaseMap, MixesLanesAndRunners) {
    const Params params = params_of("logistic", {{"steps", "100"}});
    expect_runs(params, settings_of(params, "noise=0:0.1:3", "lr=0.1:1:3"), 1e-11);
}

/// How coarse the grids are that a point is on, 16 at most.
std::size_t spacing_of(std::size_t column, std::size_t row) {
    for (const std::size_t spacing : {16U, 8U, 4U, 2U})
        if (column % spacing == 0 && row % spacing == 0) return spacing;
    return 1;
}

TEST(PhaseMap, ComputesCoarsePointsFirst) {
    constexpr std::size_t columns = 40;
    constexpr std::size_t rows = 33;
    const Params params = params_of("logistic", {{"steps", "20"}});
    PhaseMap map(params, settings_of(params, "lr=0.01:10:40:log", "V_scale=0.1:2:33"));
    while (!map.done()) {
        map.advance(1);
        const PhaseMapResult result = map.result();
        std::size_t finest = 16;
        for (std::size_t point = 0; point < rows * columns; ++point)
            if (result.computed[point] != 0) finest = std::min(finest, spacing_of(point % columns, point / columns));
        int missing = 0;
        for (std::size_t point = 0; point < rows * columns; ++point)
            if (result.computed[point] == 0 && spacing_of(point % columns, point / columns) > finest) ++missing;
        // Those under way in the lanes of a block.
        EXPECT_LE(missing, 32);
        if (result.finished > 0 && missing == 0 && finest < 16)
            for (const double value : result.filled()) EXPECT_FALSE(std::isnan(value));
    }
}

TEST(PhaseMap, HasTheSameBitsForAnyNumberOfWorkersAndInstructionSet) {
    const Params params = params_of("logistic", {{"steps", "100"}});
    PhaseMapSettings settings = settings_of(params, "lr=0.01:10:19:log", "k=2:9:8");
    const std::vector<double> expected = finished(params, settings).z;
    for (const std::size_t workers : {std::size_t{2}, std::size_t{5}}) {
        settings.workers = workers;
        EXPECT_TRUE(same_bits(finished(params, settings, 50).z, expected)) << workers;
    }
    for (const Isa isa : available_isas()) {
        const WithIsa with_isa(isa);
        EXPECT_TRUE(same_bits(finished(params, settings).z, expected)) << name(isa);
    }
}

TEST(PhaseMap, AveragesSeveralFlows) {
    const Params params = params_of("logistic", {{"steps", "500"}, {"a_scale", "1"}});
    for (const MapMeasure measure : {MapMeasure::entropy, MapMeasure::winner_share}) {
        PhaseMapSettings settings = settings_of(params, "lr=0.1:1:2", "V_scale=0.3:1:2", measure);
        settings.count = 30;
        const PhaseMapResult map = finished(params, settings);
        Params corner = params;
        corner.set("lr", 1.0);
        corner.set("V_scale", 0.3);
        double total = 0;
        for (const FlowOutcome& outcome : test::outcomes_of(corner, 30))
            total +=
                measure == MapMeasure::entropy ? outcome.entropy / std::log(8.0) : (outcome.u_rank == 0 ? 1.0 : 0.0);
        EXPECT_NEAR(map.z[1], total / 30, 1e-13);
    }
}

TEST(PhaseMap, IsUndefinedWhereFlowsDiverge) {
    const Params params = params_of("normalisers-square", {{"steps", "300"}});
    const PhaseMapResult map = finished(params, settings_of(params, "lr=0.1:1e5:2:log", "V_scale=0.1:0.2:2"));
    EXPECT_EQ(map.diverged, 2U);
    EXPECT_FALSE(std::isnan(map.z[0]));
    EXPECT_TRUE(std::isnan(map.z[1]));
    EXPECT_EQ(map.finished, 4U);
}

TEST(PhaseMap, IsUndefinedWhereFlowsAreStuck) {
    const Params params =
        params_of("custom", {{"map", "sum"}, {"dynamics", "flow"}, {"until", "tau"}, {"tol", "1e-4"}});
    const PhaseMapResult map = finished(params, settings_of(params, "horizon=1e-5:1000:2:log", "V_scale=0.1:0.2:2"));
    EXPECT_EQ(map.stuck, 2U);
    EXPECT_EQ(map.diverged, 0U);
    EXPECT_FALSE(std::isnan(map.z[0]));
    EXPECT_TRUE(std::isnan(map.z[1]));
    EXPECT_EQ(map.finished, 4U);
}

TEST(PhaseMap, RefusesWhatItCannotBe) {
    const Params params = params_of("logistic");
    EXPECT_EQ(error_of([&] { PhaseMap(params, settings_of(params, "lr=0.1:1:2", "lr=0.1:1:2")); }),
              "y: \"lr\" is the x axis already; allowed: another parameter");
    const Params set = params_of("logistic", {{"lr", "0.5"}});
    EXPECT_EQ(error_of([&] { PhaseMap(set, settings_of(set, "lr=0.1:1:2", "k=2:3:2")); }),
              "lr: 0.5 is set, but it is an axis of the map; allowed: one of both");
    PhaseMapSettings empty = settings_of(params, "lr=0.1:1:2", "k=2:3:2");
    empty.x.count = 0;
    EXPECT_EQ(error_of([&] { PhaseMap(params, empty); }), "lr: 0 values are out of range; allowed: 1 to 4096");
    PhaseMapSettings turned = settings_of(params, "lr=0.1:1:2", "k=2:3:2");
    std::swap(turned.x.low, turned.x.high);
    EXPECT_EQ(error_of([&] { PhaseMap(params, turned); }), "lr: 1 to 0.1 is not a range; allowed: the lower end first");
    PhaseMapSettings from_zero = settings_of(params, "lr=0.1:1:2:log", "k=2:3:2");
    from_zero.x.low = 0;
    EXPECT_EQ(error_of([&] { PhaseMap(params, from_zero); }),
              "lr: 0 cannot begin a logarithmic axis; allowed: above 0");
    PhaseMapSettings large = settings_of(params, "lr=0.1:1:4096", "V_scale=0.1:1:4096");
    large.count = 100;
    EXPECT_TRUE(error_of([&] { PhaseMap(params, large); }).starts_with("points of x: 4096 would take "));
    const Params flow = params_of("logistic", {{"dynamics", "flow"}, {"until", "tau"}});
    EXPECT_NE(error_of([&] { PhaseMap(flow, settings_of(flow, "horizon=1:1e8:2", "k=2:3:2")); }).find("horizon: "),
              std::string::npos);
}

}  // namespace
}  // namespace polarize
