// What is refused before any work begins, and how that is told.

#include <gtest/gtest.h>

#include <polarize/error.hpp>
#include <polarize/resources.hpp>
#include "support/errors.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::error_of;
using test::params_of;

constexpr double kGigabyte = 1e9;

TEST(Resources, OfAnOrdinaryRunAreSmall) {
    EXPECT_LT(estimate_run(params_of("logistic")).memory, 1e6);
    EXPECT_NO_THROW(check_run_resources(params_of("logistic"), {}, {}, 1e6));
}

TEST(Resources, NameTheHistoryThatDoesNotFitAndHowLongItMayBe) {
    const Params params = params_of("logistic", {{"k", "4096"}, {"samples", "100000"}});
    const double needed = estimate_run(params).memory;
    EXPECT_GT(needed, 2 * kGigabyte);
    try {
        check_run_resources(params, {}, {}, kGigabyte);
        FAIL() << "allowed";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::not_enough);
        EXPECT_EQ(error.field(), "samples");
        EXPECT_EQ(error.value(), "100000");
        EXPECT_NE(std::string(error.what()).find("and there are 1.0 GB to spare; allowed: up to "), std::string::npos)
            << error.what();
        const std::string most = error.allowed().substr(6, error.allowed().find(" here") - 6);
        EXPECT_NO_THROW(
            check_run_resources(params_of("logistic", {{"k", "4096"}, {"samples", most}}), {}, {}, kGigabyte));
        const std::string more = std::to_string(std::stol(most) + std::stol(most) / 10);
        EXPECT_THROW(check_run_resources(params_of("logistic", {{"k", "4096"}, {"samples", more}}), {}, {}, kGigabyte),
                     Error);
    }
}

TEST(Resources, NameTheSizeThatDoesNotFit) {
    const Params params = params_of("custom", {{"loss", "square"}, {"d", "4096"}, {"k", "2000"}, {"dynamics", "flow"}});
    const std::string message = error_of([&] { check_run_resources(params, {}, {}, kGigabyte); });
    EXPECT_TRUE(message.starts_with("d: 4096 would take ")) << message;
}

TEST(Resources, CountTheCopiesThatAnOutputMakes) {
    const Params params = params_of("logistic", {{"k", "1000"}, {"steps", "100000"}, {"samples", "20000"}});
    const double table = estimate_run(params, {}, {.history = 1}).memory;
    const double json = estimate_run(params, {}, {.history = 13}).memory;
    EXPECT_NEAR(json / table, 7, 0.2);
}

TEST(Resources, FollowTheSizesOfGivenArrays) {
    const Arrays given{{"V", {{1000, 1000}, std::vector<double>(1000000, 0.0)}}};
    EXPECT_GT(estimate_run(params_of("logistic"), given).memory, 4 * 8e6);
    EXPECT_NE(error_of([&] { estimate_run(params_of("logistic"), {{"W", {{1}, {0}}}}); }).find("W"), std::string::npos);
}

TEST(Resources, TellHowMuchWorkSingularValuesAreBeforeTheFirstUpdate) {
    const auto work = [](std::string_view n) {
        return estimate_run(params_of("conditioning", {{"n", n}, {"d", "1000"}})).start_work;
    };
    EXPECT_GT(work("1000"), 1e10);
    EXPECT_LT(work("10"), 1e9);
    EXPECT_LT(estimate_run(params_of("logistic")).start_work, 1e6);
}

TEST(Resources, OfClaimsAreThoseOfTheirRuns) {
    EXPECT_NO_THROW(check_claims_resources(params_of("logistic"), kGigabyte));
    const Params params = params_of("logistic", {{"k", "4096"}, {"samples", "100000"}});
    EXPECT_TRUE(
        error_of([&] { check_claims_resources(params, kGigabyte); }).starts_with("samples: 100000 would take "));
}

TEST(Resources, AreRefusedWithTheLargestPartWhereNoSingleNumberHelps) {
    ResourceEstimate estimate;
    estimate.add({.field = "rows", .value = 100, .cheapest = 1, .bytes = 2e9});
    estimate.add({.field = "columns", .value = 7, .cheapest = 1, .bytes = 1e9});
    const MemoryWith never = [](std::string_view, double) { return 5e9; };
    EXPECT_EQ(error_of([&] { check_resources(estimate, kGigabyte, never); }),
              "rows: 100 would take 3.0 GB of memory, and there are 1.0 GB to spare; allowed: smaller sizes");
}

TEST(Resources, AskForMoreWhereMoreOfANumberTakesLess) {
    ResourceEstimate estimate;
    estimate.add({.field = "record_every", .value = 1, .cheapest = 1000, .bytes = 4e9});
    const MemoryWith inverse = [](std::string_view, double value) { return 4e9 / value; };
    EXPECT_EQ(error_of([&] { check_resources(estimate, kGigabyte, inverse); }),
              "record_every: 1 would take 4.0 GB of memory, and there are 1.0 GB to spare; allowed: at least 4 here");
}

}  // namespace
}  // namespace polarize
