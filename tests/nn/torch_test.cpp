// From the same starting weights and batches, training loses what PyTorch loses, update by update. The losses are those
// of tests/reference/attention/torch_losses.py; weights are drawn from the seed as there.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nn/problems.hpp"
#include "nn/transformer.hpp"
#include "support/reference.hpp"

namespace polarize {
namespace {

template <class Names>
std::size_t index_of(const Names& names, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

ModelConfig config_of(const nlohmann::json& json) {
    return {.vocabulary = json.at("vocabulary"),
            .outputs = json.at("outputs"),
            .d = json.at("d"),
            .layers = json.at("layers"),
            .heads = json.at("heads"),
            .length = json.at("length"),
            .positions = static_cast<Positions>(index_of(kEnumNames<Positions>, json.at("positions"))),
            .causal = json.at("causal"),
            .mlp = json.at("mlp"),
            .layer_norm = json.at("layer_norm"),
            .kind = static_cast<AttentionKind>(index_of(kEnumNames<AttentionKind>, json.at("kind")))};
}

/// Batch number `step` of `samples` samples: what is read and what is to be predicted.
test::Sequences induction_batch(std::size_t step, std::size_t samples) {
    static const std::vector<double> rows = test::reference_values("attention/induction_tokens");
    constexpr std::size_t kRow = 13;
    test::Sequences sequences;
    for (std::size_t sample = step * samples; sample < (step + 1) * samples; ++sample)
        for (std::size_t i = 0; i + 1 < kRow; ++i) {
            sequences.tokens.push_back(static_cast<std::int32_t>(rows[sample * kRow + i]));
            sequences.targets.push_back(static_cast<std::int32_t>(rows[sample * kRow + i + 1]));
        }
    return sequences;
}

test::Sequences classification_batch(std::size_t step, std::size_t samples) {
    static const std::vector<double> rows = test::reference_values("attention/classification_tokens");
    static const std::vector<double> labels = test::reference_values("attention/classification_labels");
    constexpr std::size_t kRow = 11;
    test::Sequences sequences;
    for (std::size_t i = step * samples * kRow; i < (step + 1) * samples * kRow; ++i)
        sequences.tokens.push_back(static_cast<std::int32_t>(rows[i]));
    for (std::size_t i = step * samples; i < (step + 1) * samples; ++i)
        sequences.targets.push_back(static_cast<std::int32_t>(labels[i]));
    return sequences;
}

const nlohmann::json& runs() {
    static const nlohmann::json all = test::reference_json("attention/losses");
    return all;
}

std::vector<std::string> run_names() {
    std::vector<std::string> names;
    for (const nlohmann::json& run : runs()) names.push_back(run.at("name"));
    return names;
}

/// PyTorch's losses are sums of rounded logarithms of probabilities: what is left of a loss near 0 is no nearer than
/// this.
constexpr double kFloatLossError = 1e-7;

template <class Scalar>
void compare_losses(const nlohmann::json& run, double tolerance) {
    const nlohmann::json& config = run.at("config");
    const std::size_t samples = config.at("batch");
    const bool is_induction = run.at("task") == "induction";
    const ModelConfig model = config_of(config);
    Transformer<Scalar> transformer(model, samples);
    transformer.initialise(run.at("seed"));
    const LossSpec loss{.position = model.length - 1,
                        .auxiliary = is_induction ? config.at("auxiliary").get<double>() : 0};
    const std::vector<double> expected = run.at("losses");
    ASSERT_EQ(expected.size(), 50U);
    for (std::size_t step = 0; step < expected.size(); ++step) {
        const test::Sequences batch =
            is_induction ? induction_batch(step, samples) : classification_batch(step, samples);
        const double found = transformer.train_step(batch.batch(), loss, AdamW{}).total;
        ASSERT_NEAR(found, expected[step], tolerance * expected[step] + kFloatLossError) << "step " << step;
    }
}

/// The run called `name`, or nullptr.
const nlohmann::json* find_run(std::string_view name) {
    for (const nlohmann::json& run : runs())
        if (run.at("name") == name) return &run;
    return nullptr;
}

class Torch : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Losses, Torch, ::testing::ValuesIn(run_names()), [](const auto& info) { return info.param; });

TEST_P(Torch, LosesTheSameForFiftyUpdates) {
    const nlohmann::json* const run = find_run(GetParam());
    ASSERT_NE(run, nullptr);
    compare_losses<float>(*run, 1e-4);
}

TEST(Torch, DoublesLoseTheSame) {
    for (const char* name : {"induction_softmax", "classification_gated"}) {
        const nlohmann::json* const run = find_run(name);
        ASSERT_NE(run, nullptr) << name;
        compare_losses<double>(*run, 1e-4);
    }
}

}  // namespace
}  // namespace polarize
