// The experiments `normalisers-square` and `normalisers-logistic` against the published runs, for six score maps.

#include <gtest/gtest.h>

#include <cmath>

#include "support/compare.hpp"
#include "support/reference.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::reference_values;

/// How far a run may be from the published one: relative to the largest entry of V, a and alpha, and to the loss.
struct Bounds {
    double V = 1e-11;
    double a = 1e-11;
    double alpha = 1e-11;
    double loss = 1e-10;
};

/// A square loss ½‖beta − beta_star‖² carries the round-off of its residual, about 1e−15, which shows once the loss has
/// fallen far; below 1e−27 it is nothing else.
double round_off(double loss) { return 1e-15 * std::sqrt(loss) + 1e-27; }

struct Case {
    const char* loss;
    const char* map;
    Bounds bounds = {};
};

// Two programs differ in the last bits of every update; most maps damp that to 1e−14. Under the logistic loss two do
// not.

/// Weights of both signs whose sum passes near 0 magnify the last bits: two NumPy programs differ by 1e−10. The loss
/// magnifies them again, for dloss/loss = −dz.
constexpr Bounds kSumBounds{.V = 1e-9, .a = 1e-9, .alpha = 1e-9, .loss = 1e-6};

/// Once a loser's score reaches 0 it jumps over it at every update, for its gradient is a sign, and where it lands
/// depends on the last bit for ever. So the losers' scores cannot be compared, and the rest within the size of a jump.
constexpr Bounds kChatterBounds{.V = 1e-4, .a = 1, .alpha = 1e-4, .loss = 1e-3};

std::ostream& operator<<(std::ostream& stream, const Case& run) { return stream << run.loss << ", " << run.map; }

class PublishedNormalisers : public ::testing::TestWithParam<Case> {
  protected:
    std::string id() const { return std::string("normalisers-") + GetParam().loss; }
    std::string key() const { return std::string(GetParam().loss) + "_" + GetParam().map; }
    std::vector<double> published(const std::string& array) const {
        return reference_values("normalisers/" + key() + "_" + array);
    }
    nlohmann::json checkpoints() const { return test::reference_json("normalisers/checkpoints")[key()]; }
};

INSTANTIATE_TEST_SUITE_P(Maps, PublishedNormalisers,
                         ::testing::Values(Case{"square", "l1"}, Case{"square", "sum"}, Case{"square", "l2"},
                                           Case{"square", "softmax"}, Case{"square", "relu_norm"},
                                           Case{"square", "sigmoid"}, Case{"logistic", "l1", kChatterBounds},
                                           Case{"logistic", "sum", kSumBounds}, Case{"logistic", "l2"},
                                           Case{"logistic", "softmax"}, Case{"logistic", "relu_norm"},
                                           Case{"logistic", "sigmoid"}),
                         [](const auto& info) { return std::string(info.param.loss) + "_" + info.param.map; });

TEST_P(PublishedNormalisers, EndAsPublished) {
    const Snapshot run = test::finished(id(), {{"map", GetParam().map}});
    const Bounds bounds = GetParam().bounds;
    const auto loss = checkpoints()["loss_final"].get<double>();
    EXPECT_TRUE(close(run.arrays.at("V_final").data, published("V_final"), bounds.V));
    EXPECT_TRUE(close(run.a, published("a_final"), bounds.a));
    EXPECT_TRUE(close(run.alpha, published("alpha_final"), bounds.alpha));
    EXPECT_TRUE(close(run.loss, loss, bounds.loss, round_off(loss)));
}

TEST_P(PublishedNormalisers, PassTheCheckpoints) {
    const auto runner = test::runner_of(id(), {{"map", GetParam().map}});
    const Bounds bounds = GetParam().bounds;
    const nlohmann::json published = checkpoints();
    for (const nlohmann::json& point : published["checkpoints"]) {
        runner->advance(point["updates"].get<std::int64_t>() - runner->step());
        const Snapshot now = runner->snapshot({.arrays = false});
        EXPECT_TRUE(close(now.alpha, point["alpha"].get<std::vector<double>>(), bounds.alpha)) << point["updates"];
        EXPECT_TRUE(close(now.loss, point["loss"].get<double>(), bounds.loss, round_off(point["loss"].get<double>())))
            << point["updates"];
    }
}

}  // namespace
}  // namespace polarize
