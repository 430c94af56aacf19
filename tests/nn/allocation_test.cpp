// Training allocates nothing after its first step.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "nn/problems.hpp"
#include "nn/transformer.hpp"

namespace {
std::atomic<std::size_t> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
    ++allocations;
    void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept { std::free(memory); }

namespace polarize {
namespace {

TEST(Training, AllocatesNothingAfterItsFirstStep) {
    for (const AttentionKind kind : test::all_kinds()) {
        const ModelConfig config{.vocabulary = 11, .outputs = 6, .d = 24, .heads = 3, .length = 7, .kind = kind};
        const test::Sequences first = test::random_sequences(config, 20, true, 1);
        const test::Sequences second = test::random_sequences(config, 20, true, 2);
        Transformer<float> model(config, 20);
        model.initialise(1);
        Evaluation<float> found;
        const auto work = [&](const test::Sequences& data) {
            model.train_step(data.batch(), {.position = 6, .auxiliary = 0.2}, AdamW{});
            model.train_step(data.batch(), {.position = 6}, AdamW{});
            model.evaluate(data.tokens, {.attention = true, .residual = true, .values = true}, found);
        };
        const std::size_t before = allocations;
        work(first);
        const std::size_t after_first = allocations;
        work(second);
        EXPECT_GT(after_first, before);
        EXPECT_EQ(allocations, after_first) << enum_name(kind);
    }
}

}  // namespace
}  // namespace polarize
