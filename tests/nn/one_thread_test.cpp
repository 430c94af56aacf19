// Transformers where a program has one thread, as in WebAssembly.

#include <gtest/gtest.h>

#include "nn/transformer.hpp"
#include "support/errors.hpp"

namespace polarize {
namespace {

TEST(TransformerInOneThread, SaysHowManyThereCanBe) {
    const ModelConfig config{.vocabulary = 11, .outputs = 6, .d = 24, .layers = 2, .heads = 3, .length = 7};
    EXPECT_EQ(test::error_of([&] { Transformer<float>(config, 1, 2); }),
              "threads: 2 cannot be had here; allowed: up to 1");
}

}  // namespace
}  // namespace polarize
