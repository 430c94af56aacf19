// The interface of transformers: parameters, training, evaluation, and which batches are refused.

#include "nn/transformer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "nn/problems.hpp"
#include "support/errors.hpp"

namespace polarize {
namespace {

using namespace test;

TEST(Transformer, HasTheParametersOfThePapersModel) {
    EXPECT_EQ(
        Transformer<float>({.vocabulary = 100, .outputs = 100, .positions = Positions::add}, 1).parameters().size(),
        488036U);
}

TEST(Transformer, DrawsPyTorchsDistributions) {
    Transformer<float> model({.vocabulary = 400, .outputs = 10}, 1);
    model.initialise(3);
    for (const TensorInfo& tensor : model.layout()) {
        const std::span<const float> values = model.tensor(tensor.name);
        double squares = 0;
        double largest = 0;
        for (const float value : values) {
            squares += static_cast<double>(value) * static_cast<double>(value);
            largest = std::max(largest, std::abs(static_cast<double>(value)));
        }
        const double deviation = std::sqrt(squares / static_cast<double>(values.size()));
        if (tensor.name.ends_with("embedding.weight")) {
            EXPECT_NEAR(deviation, 1, 0.02) << tensor.name;
        } else if (tensor.name.find("norm") != std::string::npos) {
            EXPECT_EQ(deviation, tensor.name.ends_with("weight") ? 1 : 0) << tensor.name;
        } else {
            const double fan_in = tensor.name.find("mlp.2") != std::string::npos ? 512 : 128;
            EXPECT_LE(largest, 1 / std::sqrt(fan_in)) << tensor.name;
            EXPECT_NEAR(deviation * std::sqrt(3 * fan_in), 1, values.size() > 1000 ? 0.02 : 0.5) << tensor.name;
        }
    }
}

TEST(Transformer, RepeatsARunFromItsSeed) {
    const ModelConfig config = small_model();
    const Sequences data = random_sequences(config, 9, true, 1);
    const auto run = [&](std::uint32_t seed) {
        Transformer<float> model(config, 9);
        model.initialise(seed);
        for (int step = 0; step < 3; ++step) model.train_step(data.batch(), kLoss, AdamW{});
        return copy(model.parameters());
    };
    EXPECT_EQ(run(5), run(5));
    EXPECT_NE(run(5), run(6));
}

TEST(Transformer, GoesOnFromItsStateBitForBit) {
    const ModelConfig config = small_model();
    const Sequences data = random_sequences(config, 8, true, 1);
    Transformer<float> model(config, 8);
    model.initialise(1);
    for (int step = 0; step < 3; ++step) model.train_step(data.batch(), kLoss, AdamW{});
    Transformer<float> resumed(config, 8);
    std::ranges::copy(model.parameters(), resumed.parameters().begin());
    std::ranges::copy(model.first_moment(), resumed.first_moment().begin());
    std::ranges::copy(model.second_moment(), resumed.second_moment().begin());
    resumed.set_steps(model.steps());
    for (int step = 0; step < 2; ++step) {
        EXPECT_EQ(model.train_step(data.batch(), kLoss, AdamW{}).total,
                  resumed.train_step(data.batch(), kLoss, AdamW{}).total);
    }
    EXPECT_EQ(copy(model.parameters()), copy(resumed.parameters()));
}

TEST(Transformer, DecaysWhatTheBatchDoesNotRead) {
    const ModelConfig config = small_model();
    Transformer<float> model(config, 4);
    model.initialise(1);
    const float before = model.tensor("pos_embedding.weight").back();
    model.train_step(random_sequences(config, 4, true, 1).batch(), kLoss, {.lr = 0.1, .weight_decay = 0.5});
    EXPECT_FLOAT_EQ(model.tensor("pos_embedding.weight").back(), before * 0.95F);
}

/// The mean cross-entropy at a position by the logits of an evaluation.
double cross_entropy_at(const Evaluation<double>& found, const Sequences& data, const ModelConfig& config,
                        std::size_t position) {
    const std::size_t samples = data.tokens.size() / config.length;
    double total = 0;
    for (std::size_t sample = 0; sample < samples; ++sample) {
        const std::size_t row = sample * config.length + position;
        double sum = 0;
        for (std::size_t j = 0; j < config.outputs; ++j) sum += std::exp(found.logits[row * config.outputs + j]);
        total += std::log(sum) - found.logits[row * config.outputs + static_cast<std::size_t>(data.targets[row])];
    }
    return total / static_cast<double>(samples);
}

TEST(Transformer, EvaluatesWhatItTrains) {
    const ModelConfig config = small_model();
    const Sequences data = random_sequences(config, 10, true, 4);
    Transformer<double> model(config, 10);
    model.initialise(1);
    const LossValue loss = model.gradient(data.batch(), kLoss);
    Evaluation<double> found;
    model.evaluate(data.tokens, {}, found);
    double others = 0;
    for (std::size_t position = 0; position < 6; ++position)
        others += cross_entropy_at(found, data, config, position) / 6;
    EXPECT_NEAR(loss.at_position, cross_entropy_at(found, data, config, 6), 1e-12);
    EXPECT_NEAR(loss.others, others, 1e-12);
    EXPECT_NEAR(loss.total, loss.at_position + 0.2 * loss.others, 1e-12);
}

TEST(Transformer, LosesTheSameAtOnePositionWhetherItReadsTheOthersOrNot) {
    for (const std::size_t layers : {1U, 2U}) {
        ModelConfig config = small_model();
        config.layers = layers;
        const Sequences data = random_sequences(config, 10, true, 4);
        Transformer<double> model(config, 10);
        model.initialise(1);
        const double alone = model.gradient(data.batch(), {.position = 3}).at_position;
        EXPECT_NEAR(alone, model.gradient(data.batch(), {.position = 3, .auxiliary = 1}).at_position, 1e-12);
    }
}

TEST(Transformer, EvaluatesMoreSamplesThanABatchHolds) {
    const ModelConfig config = small_model();
    const Sequences data = random_sequences(config, 10, true, 4);
    const EvaluationRequest everything{.attention = true, .residual = true, .values = true};
    Transformer<float> model(config, 10);
    Transformer<float> smaller(config, 3);
    model.initialise(1);
    smaller.initialise(1);
    Evaluation<float> whole;
    Evaluation<float> pieces;
    model.evaluate(data.tokens, everything, whole);
    smaller.evaluate(data.tokens, everything, pieces);
    EXPECT_EQ(whole.logits, pieces.logits);
    EXPECT_EQ(whole.attention, pieces.attention);
    EXPECT_EQ(whole.residual, pieces.residual);
    EXPECT_EQ(whole.values, pieces.values);
    EXPECT_EQ(whole.attention.size(), 10U * 2 * 3 * 7 * 7);
    EXPECT_EQ(whole.residual.size(), 10U * 3 * 7 * 24);
    EXPECT_EQ(whole.values.size(), 10U * 2 * 7 * 24);
}

TEST(Transformer, ShowsItsAttentionAndItsStream) {
    const ModelConfig config = small_model();
    const Sequences data = random_sequences(config, 2, true, 4);
    Transformer<float> model(config, 2);
    model.initialise(1);
    Evaluation<float> found;
    model.evaluate(data.tokens, {.attention = true, .residual = true}, found);
    for (std::size_t row = 0; row < found.attention.size() / 7; ++row) {
        const std::size_t query = row % 7;
        double sum = 0;
        for (std::size_t key = 0; key < 7; ++key) {
            const float weight = found.attention[row * 7 + key];
            if (key > query) EXPECT_EQ(weight, 0);
            sum += static_cast<double>(weight);
        }
        EXPECT_NEAR(sum, 1, 1e-6);
    }
    // The stream starts as token and position, half the width each.
    const std::span<const float> token = model.tensor("embedding.weight");
    const std::span<const float> position = model.tensor("pos_embedding.weight");
    for (std::size_t i = 0; i < 12; ++i) {
        EXPECT_EQ(found.residual[24 + i], token[static_cast<std::size_t>(data.tokens[1]) * 12 + i]);
        EXPECT_EQ(found.residual[24 + 12 + i], position[12 + i]);
    }
}

TEST(Transformer, TellsItsMemoryBeforehand) {
    const ModelConfig paper{};
    EXPECT_LT(Transformer<float>::memory_bytes(paper, 256, 2), 100'000'000U);
    EXPECT_GT(Transformer<float>::memory_bytes(paper, 256, 2), Transformer<float>::memory_bytes(paper, 256, 1));
    EXPECT_GT(Transformer<float>::memory_bytes({.d = 1024, .layers = 12, .length = 512}, 256, 1), 1'000'000'000U);
}

TEST(Transformer, ReportsDivergenceAsALossThatIsNoNumber) {
    const ModelConfig config = small_model();
    const Sequences data = random_sequences(config, 4, true, 1);
    Transformer<float> model(config, 4);
    model.initialise(1);
    model.tensor("output_proj.bias")[0] = std::nanf("");
    EXPECT_FALSE(std::isfinite(model.train_step(data.batch(), kLoss, AdamW{}).total));
}

TEST(Transformer, RefusesBatchesThatDoNotFit) {
    const ModelConfig config = small_model();
    Transformer<float> model(config, 4);
    model.initialise(1);
    const std::vector<float> before = copy(model.parameters());
    const auto refusal = [&](const Sequences& data, const LossSpec& loss) {
        return error_of([&] { model.train_step(data.batch(), loss, AdamW{}); });
    };
    const Sequences good = random_sequences(config, 4, true, 1);
    Sequences bad = good;
    bad.tokens[3] = 11;
    EXPECT_EQ(refusal(bad, kLoss), "tokens: number 3 is 11; allowed: 0 to 10");
    bad = good;
    bad.targets[1] = -1;
    EXPECT_EQ(refusal(bad, kLoss), "targets: number 1 is -1; allowed: 0 to 5");
    bad = good;
    bad.tokens.pop_back();
    EXPECT_EQ(refusal(bad, kLoss), "tokens: 27 do not make whole sequences; allowed: multiples of the length 7");
    EXPECT_EQ(refusal(random_sequences(config, 5, true, 1), kLoss), "batch: 5 samples are too many; allowed: up to 4");
    EXPECT_EQ(
        refusal(random_sequences(config, 4, false, 1), kLoss),
        "targets: 4 do not fit 4 samples of length 7; allowed: one for each token, or one for each sample where the "
        "loss has no auxiliary part");
    EXPECT_EQ(refusal(good, {.position = 7}), "loss position: 7 is out of range; allowed: 0 to 6");
    EXPECT_EQ(copy(model.parameters()), before);
    EXPECT_EQ(error_of([&] { model.tensor("embeding.weight"); }).substr(0, 50),
              "tensor: \"embeding.weight\" is not one of this model");
    EXPECT_EQ(error_of([&] { Transformer<float>(config, 0); }), "batch: 0 is out of range; allowed: 1 to 65536");
    EXPECT_EQ(error_of([&] { Transformer<float>(config, 1, 0); }), "threads: 0 is out of range; allowed: 1 to 256");
}

}  // namespace
}  // namespace polarize
