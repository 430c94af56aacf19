// Work of transformers that is told to end early.

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include <polarize/error.hpp>
#include "nn/problems.hpp"
#include "nn/transformer.hpp"

namespace polarize {
namespace {

using namespace test;

/// Whether a program may make threads; in WebAssembly it may not.
bool has_threads() {
    try {
        Transformer<float>(small_model(), 1, 2);
    } catch (const Error&) {
        return false;
    }
    return true;
}

/// Says yes from the question after `patience` others on.
StopRequest impatient(std::atomic<int>& asked, int patience) {
    asked = 0;
    return [&asked, patience] { return asked++ >= patience; };
}

TEST(Transformer, ChangesNothingInAnUpdateThatIsCutShort) {
    const ModelConfig config = small_model();
    const Sequences data = random_sequences(config, 21, true, 1);
    Transformer<float> whole(config, 21);
    Transformer<float> stopped(config, 21, has_threads() ? 3 : 1);
    whole.initialise(2);
    stopped.initialise(2);
    std::atomic<int> asked = 0;
    int last = 0;
    for (int step = 0; step < 3; ++step) {
        for (int patience = 0; true; patience = patience * 2 + 1) {
            stopped.stop_when(impatient(asked, patience));
            try {
                EXPECT_EQ(stopped.train_step(data.batch(), kLoss, AdamW{}).total,
                          whole.train_step(data.batch(), kLoss, AdamW{}).total);
                last = patience;
                break;
            } catch (const Interrupted&) {
                ASSERT_EQ(copy(stopped.parameters()), copy(whole.parameters()));
                ASSERT_EQ(copy(stopped.first_moment()), copy(whole.first_moment()));
                ASSERT_EQ(copy(stopped.second_moment()), copy(whole.second_moment()));
                ASSERT_EQ(stopped.steps(), whole.steps());
            }
        }
        EXPECT_GE(last, 63) << "it asks often";
        EXPECT_EQ(copy(stopped.parameters()), copy(whole.parameters()));
    }
}

TEST(Transformer, EvaluatesAgainAfterAnEvaluationThatWasCutShort) {
    const ModelConfig config = small_model();
    const Sequences data = random_sequences(config, 21, true, 1);
    Transformer<float> model(config, 4);
    model.initialise(2);
    Evaluation<float> expected;
    model.evaluate(data.tokens, {.attention = true}, expected);
    std::atomic<int> asked = 0;
    for (const int patience : {0, 1, 30, 60}) {
        Evaluation<float> found;
        model.stop_when(impatient(asked, patience));
        EXPECT_THROW(model.evaluate(data.tokens, {.attention = true}, found), Interrupted) << patience;
        model.stop_when({});
        model.evaluate(data.tokens, {.attention = true}, found);
        EXPECT_EQ(found.logits, expected.logits);
        EXPECT_EQ(found.attention, expected.attention);
    }
}

}  // namespace
}  // namespace polarize
