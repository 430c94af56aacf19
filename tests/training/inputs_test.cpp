// What a training run starts from in place of random draws.

#include <gtest/gtest.h>

#include <cmath>

#include "support/errors.hpp"
#include "tasks/task.hpp"
#include "training/small_runs.hpp"

namespace polarize {
namespace {

using namespace test;

TEST(TrainingRunner, StartsFromGivenWeights) {
    const auto first = small_run("induction", {{"seed", "3"}});
    const Arrays weights = first->snapshot({.weights = true}).weights;
    const auto second = small_run("induction", {{"seed", "4"}}, {.weights = weights});
    EXPECT_EQ(second->snapshot({.weights = true}).weights, weights);
}

TEST(TrainingRunner, NamesTheTensorThatDoesNotFit) {
    const Arrays weights = small_run("induction")->snapshot({.weights = true}).weights;
    const auto complaint = [](const Arrays& given) {
        return test::error_of([&] { (void)small_run("induction", {}, {.weights = given}); });
    };
    Arrays damaged = weights;
    damaged.erase("layers.1.k_proj.bias");
    EXPECT_EQ(complaint(damaged), "layers.1.k_proj.bias: missing; allowed: a tensor of shape (16)");
    damaged = weights;
    damaged["layers.1.k_proj.bias"] = {{8}, std::vector<double>(8)};
    EXPECT_EQ(complaint(damaged), "layers.1.k_proj.bias: has shape (8); allowed: (16)");
    damaged = weights;
    damaged["layers.1.kproj.bias"] = {{16}, std::vector<double>(16)};
    EXPECT_EQ(complaint(damaged),
              "\"layers.1.kproj.bias\": is not a tensor of this model; did you mean \"layers.1.k_proj.bias\"?");
    damaged = weights;
    damaged["layers.1.k_proj.bias"].data[3] = 1e300;
    EXPECT_EQ(complaint(damaged),
              "layers.1.k_proj.bias: holds 1e+300, too large for 32-bit floats; "
              "allowed: up to 3.4028234663852886e+38 in size");
    damaged["layers.1.k_proj.bias"].data[3] = NAN;
    EXPECT_EQ(complaint(damaged), "layers.1.k_proj.bias: holds a number that is not finite; allowed: finite numbers");
}

TEST(TrainingRunner, ChecksGivenDataAndOrders) {
    const auto complaint = [](TrainingInputs inputs, const Settings& settings = {}) {
        return test::error_of([&] { (void)small_run("induction", settings, std::move(inputs)); });
    };
    Examples data =
        make_task(training_config(small_params("induction")).task)->draw_examples(9, Purpose::training_examples, 0, 64);
    EXPECT_NO_THROW((void)small_run("induction", {}, {.data = data}));
    EXPECT_NE(complaint({.data = data}, {{"data", "fresh"}}).find("fixed"), std::string::npos);
    EXPECT_EQ(complaint({.data = data}, {{"sequences", "65"}}), "data: 64 sequences; allowed: 65");
    EXPECT_NE(complaint({.data = data}, {{"distinct", "9"}}).find("sequences of 12 tokens; allowed: 11"),
              std::string::npos);
    data.tokens[5] = 100;
    EXPECT_EQ(complaint({.data = data}), "data tokens: 100 is out of range; allowed: 0 to 99");
    std::vector<std::int32_t> order(64, 0);
    EXPECT_EQ(complaint({.orders = {order}}), "order: 0 comes twice in an epoch; allowed: each number once");
    order.resize(63);
    EXPECT_NE(complaint({.orders = {order}}).find("63 numbers for an epoch of 64"), std::string::npos);
}

}  // namespace
}  // namespace polarize
