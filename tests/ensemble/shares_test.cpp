// Shares: flows computed apart from what gathers them.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <polarize/ensemble.hpp>
#include <polarize/phase_map.hpp>
#include "many_flows.hpp"
#include "support/compare.hpp"
#include "support/errors.hpp"

namespace polarize {
namespace {

using test::error_of;
using test::kNoLimit;
using test::params_of;
using test::same_bits;

std::vector<std::uint32_t> finished_words(FlowShare& share) {
    while (share.advance(1000) > 0) continue;
    EXPECT_TRUE(share.done());
    EXPECT_EQ(share.progress(), 1);
    return share.words();
}

Params some_params() {
    return params_of("logistic", {{"steps", "400"}, {"V_scale", "0.3"}, {"a_scale", "0.5"}, {"samples", "30"}});
}

TEST(Share, MakesUpTheEnsembleInAnyOrder) {
    const EnsembleSettings settings{.count = 50};
    Ensemble whole(some_params(), settings);
    while (!whole.done()) whole.advance(kNoLimit);

    EnsembleSettings gathering = settings;
    gathering.workers = 0;
    Ensemble gathered(some_params(), gathering);
    for (const FlowRange range : {FlowRange{30, 50}, FlowRange{0, 7}, FlowRange{7, 30}}) {
        EXPECT_FALSE(gathered.done());
        gathered.absorb(finished_words(*Ensemble::share(some_params(), settings, range)));
    }
    EXPECT_TRUE(gathered.done());
    EXPECT_EQ(gathered.progress(), 1);
    EXPECT_EQ(gathered.result(), whole.result());
}

TEST(Share, MakesUpTheMapInAnyOrder) {
    const Params params = params_of("logistic", {{"steps", "300"}});
    const PhaseMapSettings settings{.x = parse_axis("x", "lr=0.01:1:6:log", params.experiment()),
                                    .y = parse_axis("y", "k=2:6:5", params.experiment()),
                                    .measure = MapMeasure::winner_share,
                                    .count = 3};
    PhaseMap whole(params, settings);
    while (!whole.done()) whole.advance(kNoLimit);

    PhaseMapSettings gathering = settings;
    gathering.workers = 0;
    PhaseMap gathered(params, gathering);
    ASSERT_EQ(gathered.flows(), 90U);
    for (const FlowRange range : {FlowRange{40, 90}, FlowRange{0, 1}, FlowRange{1, 40}})
        gathered.absorb(finished_words(*gathered.share(range)));
    EXPECT_TRUE(gathered.done());
    EXPECT_TRUE(same_bits(gathered.result().z, whole.result().z));
    EXPECT_EQ(gathered.result().flow_steps, whole.result().flow_steps);
}

TEST(Share, IsTakenOnce) {
    const EnsembleSettings settings{.count = 8};
    EnsembleSettings gathering = settings;
    gathering.workers = 0;
    Ensemble gathered(some_params(), gathering);
    const std::vector<std::uint32_t> words = finished_words(*Ensemble::share(some_params(), settings, {0, 4}));
    gathered.absorb(words);
    EXPECT_NE(error_of([&] { gathered.absorb(words); }).find("has ended already"), std::string::npos);
    EXPECT_EQ(gathered.finished(), 4U);
    EXPECT_EQ(gathered.progress(), 0.5);
}

TEST(Share, RefusesWhatIsNotItsOwn) {
    const EnsembleSettings settings{.count = 8};
    EnsembleSettings gathering = settings;
    gathering.workers = 0;
    Ensemble gathered(some_params(), gathering);
    std::vector<std::uint32_t> words = finished_words(*Ensemble::share(some_params(), settings, {0, 4}));
    words.pop_back();
    EXPECT_NE(error_of([&] { gathered.absorb(words); }).find("too early"), std::string::npos);
    words = finished_words(*Ensemble::share(some_params(), settings, {0, 4}));
    words.push_back(0);
    EXPECT_NE(error_of([&] { gathered.absorb(words); }).find("left over"), std::string::npos);
    const std::vector<std::uint32_t> beyond = finished_words(*Ensemble::share(some_params(), {.count = 20}, {7, 9}));
    EXPECT_NE(error_of([&] { gathered.absorb(beyond); }).find("flow 8"), std::string::npos);
    EXPECT_EQ(gathered.finished(), 0U);
    EXPECT_NE(error_of([&] { Ensemble::share(some_params(), settings, {5, 4}); }).find("not an end of a share"),
              std::string::npos);
    EXPECT_NE(error_of([&] { Ensemble::share(some_params(), settings, {5, 9}); }).find("not an end of a share"),
              std::string::npos);
}

}  // namespace
}  // namespace polarize
