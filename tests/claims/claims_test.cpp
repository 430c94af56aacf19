// Holding the claims of the theory against runs. What is claimed of which run is checked from the command line.

#include <polarize/claims.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "support/errors.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

/// A check of claims that compare several runs, of sizes that take no time.
ClaimCheck small_check() {
    return ClaimCheck(test::params_of("conditioning", {{"k", "3"}, {"d", "3"}, {"n", "3"}, {"V_scale", "0.1"}}));
}

std::vector<ClaimResult> all_results(ClaimCheck& check) {
    std::vector<ClaimResult> results;
    while (!check.done())
        if (std::optional<ClaimResult> result = check.advance()) results.push_back(std::move(*result));
    return results;
}

TEST(ClaimCheck, SaysHowMuchIsDoneAndNeverLessThanBefore) {
    ClaimCheck check = small_check();
    double before = 0;
    while (!check.done()) {
        check.advance();
        EXPECT_GE(check.progress(), before);
        EXPECT_LE(check.progress(), 1);
        before = check.progress();
    }
    EXPECT_EQ(before, 1);
}

TEST(ClaimCheck, GivesTheSameResultsForTheSameParameters) {
    ClaimCheck first = small_check();
    ClaimCheck second = small_check();
    const std::vector<ClaimResult> results = all_results(first);
    const std::vector<ClaimResult> again = all_results(second);
    ASSERT_FALSE(results.empty());
    ASSERT_EQ(results.size(), again.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        EXPECT_EQ(results[i].claim, again[i].claim);
        EXPECT_EQ(results[i].run, again[i].run);
        EXPECT_EQ(results[i].measured, again[i].measured);
    }
}

TEST(ClaimCheck, RefusesWhatNoRunCouldBe) {
    const std::string message = test::error_of(
        [] { ClaimCheck check(test::params_of("logistic", {{"k", "300"}, {"d", "300"}, {"singular_values", "on"}})); });
    EXPECT_NE(message.find("singular_values"), std::string::npos) << message;
}

}  // namespace
}  // namespace polarize
