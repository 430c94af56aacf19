// Transformers in several threads, which a program natively may have.

#include <gtest/gtest.h>

#include <vector>

#include "nn/problems.hpp"
#include "nn/transformer.hpp"

namespace polarize {
namespace {

using namespace test;

TEST(TransformerInThreads, ComputesTheSameBitsWithAnyNumberOfThem) {
    for (const AttentionKind kind : all_kinds()) {
        ModelConfig config = small_model();
        config.kind = kind;
        const Sequences data = random_sequences(config, 21, true, 1);
        const auto run = [&](std::size_t threads) {
            Transformer<float> model(config, 21, threads);
            model.initialise(2);
            for (int step = 0; step < 3; ++step) model.train_step(data.batch(), kLoss, AdamW{});
            return copy(model.parameters());
        };
        const std::vector<float> alone = run(1);
        EXPECT_EQ(run(2), alone) << enum_name(kind);
        EXPECT_EQ(run(5), alone) << enum_name(kind);
    }
}

TEST(TransformerInThreads, StartsNoMoreThanHaveWork) {
    EXPECT_EQ(Transformer<float>(small_model(), 64, 3).threads(), 3U);
    EXPECT_EQ(Transformer<float>(small_model(), 64, 256).threads(), 8U) << "a batch has eight parts";
}

}  // namespace
}  // namespace polarize
