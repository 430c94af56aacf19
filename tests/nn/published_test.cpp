// Against the paper's published classification runs: one layer, one head, no MLP, no LayerNorm, no positions.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nn/problems.hpp"
#include "nn/transformer.hpp"
#include "support/reference.hpp"

namespace polarize {
namespace {

constexpr std::size_t kLength = 11;
constexpr LossSpec kLoss{.position = kLength - 1};

std::string file(const std::string& name) { return "attention/published_" + name; }

const nlohmann::json& facts() {
    static const nlohmann::json json = test::reference_json("attention/published");
    return json;
}

std::vector<std::int32_t> integers(const std::string& name) {
    const std::vector<double> values = test::reference_values(file(name));
    return {values.begin(), values.end()};
}

/// Samples in the order in which training saw them, cut into batches; an epoch's last batch is smaller.
std::vector<test::Sequences> batches() {
    const std::vector<std::int32_t> tokens = integers("tokens");
    const std::vector<std::int32_t> labels = integers("labels");
    const std::size_t epoch = facts().at("samples_per_epoch");
    const std::size_t batch = facts().at("batch");
    std::vector<test::Sequences> all;
    for (std::size_t begin = 0; begin < labels.size();) {
        const std::size_t epoch_end = (begin / epoch + 1) * epoch;
        const std::size_t end = std::min({begin + batch, epoch_end, labels.size()});
        const auto at = [](const std::vector<std::int32_t>& values, std::size_t place) {
            return values.begin() + static_cast<std::ptrdiff_t>(place);
        };
        all.push_back({{at(tokens, begin * kLength), at(tokens, end * kLength)}, {at(labels, begin), at(labels, end)}});
        begin = end;
    }
    return all;
}

class Published : public ::testing::TestWithParam<AttentionKind> {
  protected:
    Published()
        : model({.vocabulary = 41,
                 .outputs = 4,
                 .layers = 1,
                 .heads = 1,
                 .length = kLength,
                 .positions = Positions::no,
                 .causal = false,
                 .mlp = false,
                 .layer_norm = false,
                 .kind = GetParam()},
                facts().at("batch")) {
        const std::vector<double> start = test::reference_values(file("start"));
        EXPECT_EQ(start.size(), model.parameters().size());
        std::ranges::transform(start, model.parameters().begin(), [](double x) { return static_cast<float>(x); });
    }

    Transformer<float> model;
};
INSTANTIATE_TEST_SUITE_P(Runs, Published,
                         ::testing::Values(AttentionKind::softmax, AttentionKind::sigmoid_unnorm,
                                           AttentionKind::raw_dotproduct_unnorm),
                         [](const auto& info) { return test::kind_name(info.param); });

TEST_P(Published, FirstGradientIsTheSame) {
    model.gradient(batches().front().batch(), kLoss);
    const std::vector<double> expected = test::reference_values(file("gradient_" + test::kind_name(GetParam())));
    const std::size_t step = facts().at("gradient_step");
    double largest = 0;
    for (const double g : expected) largest = std::max(largest, std::abs(g));
    for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(model.gradient_buffer()[i * step], expected[i], 1e-4 * std::abs(expected[i]) + 1e-6 * largest) << i;
}

TEST_P(Published, FiftyLossesAreTheSame) {
    const std::vector<double> expected = facts().at("losses").at(test::kind_name(GetParam()));
    const std::vector<test::Sequences> all = batches();
    ASSERT_EQ(all.size(), expected.size());
    for (std::size_t step = 0; step < all.size(); ++step) {
        const double found = model.train_step(all[step].batch(), kLoss, AdamW{}).total;
        // PyTorch's losses near 0 are rounded logarithms of probabilities near 1: no nearer to the truth than 1e-7.
        ASSERT_NEAR(found, expected[step], 1e-4 * expected[step] + 1e-7) << "step " << step;
    }
}

}  // namespace
}  // namespace polarize
