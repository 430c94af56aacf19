// Workers in threads of their own at the same time.

#include <gtest/gtest.h>

#include <thread>

#include <polarize/ensemble.hpp>
#include <polarize/phase_map.hpp>
#include "many_flows.hpp"

namespace polarize {
namespace {

using test::params_of;

template <class Computation>
void compute(Computation& computation, std::size_t workers) {
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < workers; ++worker)
        threads.emplace_back([&computation, worker] {
            while (computation.advance(5000, worker) > 0) EXPECT_LE(computation.progress(), 1);
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(computation.done());
}

TEST(Threads, ComputeTheSameEnsembleAsOne) {
    for (const Params& params : {params_of("logistic", {{"steps", "500"}, {"V_scale", "1"}}),
                                 params_of("normalisers-square", {{"steps", "100"}})}) {
        const std::uint64_t count = fits_lanes(run_config(params)) ? 500 : 20;
        Ensemble one(params, {.count = count});
        Ensemble four(params, {.count = count, .workers = 4});
        compute(one, 1);
        compute(four, 4);
        EXPECT_EQ(one.result(), four.result());
    }
}

TEST(Threads, ComputeTheSameMapAsOne) {
    const Params params = params_of("logistic", {{"steps", "200"}});
    PhaseMapSettings settings{.x = parse_axis("x", "lr=0.01:10:20:log", params.experiment()),
                              .y = parse_axis("y", "k=2:9:8", params.experiment())};
    PhaseMap one(params, settings);
    settings.workers = 4;
    PhaseMap four(params, settings);
    compute(one, 1);
    compute(four, 4);
    EXPECT_EQ(one.result().z, four.result().z);
}

}  // namespace
}  // namespace polarize
