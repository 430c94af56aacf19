// Transformers in several threads, which a program natively may have.

#include <gtest/gtest.h>

#include <vector>

#include "nn/problems.hpp"
#include "nn/transformer.hpp"

namespace polarize {
namespace {

constexpr LossSpec kLoss{.position = 6, .auxiliary = 0.2};

ModelConfig small_model() { return {.vocabulary = 11, .outputs = 6, .d = 24, .layers = 2, .heads = 3, .length = 7}; }

TEST(TransformerInThreads, ComputesTheSameBitsWithAnyNumberOfThem) {
    for (const AttentionKind kind : test::all_kinds()) {
        ModelConfig config = small_model();
        config.kind = kind;
        const test::Sequences data = test::random_sequences(config, 21, true, 1);
        const auto run = [&](std::size_t threads) {
            Transformer<float> model(config, 21, threads);
            model.initialise(2);
            for (int step = 0; step < 3; ++step) model.train_step(data.batch(), kLoss, AdamW{});
            return std::vector<float>(model.parameters().begin(), model.parameters().end());
        };
        const std::vector<float> alone = run(1);
        EXPECT_EQ(run(2), alone) << name(kind);
        EXPECT_EQ(run(5), alone) << name(kind);
    }
}

TEST(TransformerInThreads, StartsNoMoreThanHaveWork) {
    EXPECT_EQ(Transformer<float>(small_model(), 64, 3).threads(), 3U);
    EXPECT_EQ(Transformer<float>(small_model(), 64, 256).threads(), 8U) << "a batch has eight parts";
}

}  // namespace
}  // namespace polarize
