// What is seen of an attention model in training.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <polarize/snapshot_codec.hpp>
#include "support/errors.hpp"
#include "tasks/task.hpp"
#include "training/evaluation.hpp"
#include "training/small_runs.hpp"
#include "training/work.hpp"

namespace polarize {
namespace {

using namespace test;

TEST(TrainingRunner, TellsWhatEveryHeadDoes) {
    const auto run = small_run("induction", {{"layers", "3"}, {"steps", "2"}});
    run->advance(2);
    const Arrays metrics = run->snapshot({.interventions = true}).metrics;
    for (const char* const name :
         {"sink_score",  "sink_score_abs",    "sink_score_rows",  "sink_score_pooled", "sink_score_next_row",
          "sink_weight", "sink_total_weight", "sparsity",         "first_token",       "tiny_share",
          "large_share", "attention_entropy", "last_entropy",     "rel_attn_max",      "rel_attn_max_abs",
          "attn_max",    "attn_sum",          "value_norm_first", "value_norm_others", "v_proj_norm"})
        EXPECT_EQ(metrics.at(name).shape, (std::vector<std::size_t>{3, 2})) << name;
    for (const char* const name : {"massive_max", "massive_median", "massive_ratio", "massive_largest"})
        EXPECT_EQ(metrics.at(name).shape, (std::vector<std::size_t>{4})) << name;
    for (const char* const name : {"accuracy", "accuracy_all", "evaluation_loss", "last_loss", "others_loss",
                                   "one_token_attack", "attack_flipped", "attack_tokens"})
        EXPECT_TRUE(metrics.at(name).shape.empty()) << name;
    EXPECT_FALSE(metrics.contains("dominance")) << "there are no labels to mix";
}

TEST(TrainingRunner, MixesLabelsWhereThereAreSome) {
    const auto run = small_run("classification", {{"steps", "1"}});
    run->advance(1);
    const Arrays metrics = run->snapshot({.interventions = true}).metrics;
    for (const char* const name : {"dominance", "dominance_a", "dominance_b", "mixing_leads", "dominance_leading"})
        EXPECT_EQ(metrics.at(name).shape, (std::vector<std::size_t>{2, 2})) << name;
    EXPECT_FALSE(metrics.contains("sink_score")) << "no token is the first of all sequences";
    EXPECT_FALSE(run->snapshot().metrics.contains("dominance")) << "only where asked for";
}

TEST(TrainingRunner, MeasuresWhatUniformAttentionMustGive) {
    // Query q gives each of the q + 1 tokens it sees 1/(q + 1).
    const auto run = small_run("induction", {{"kind", "uniform"}, {"steps", "1"}});
    run->advance(0);
    const Arrays metrics = run->snapshot().metrics;
    double sparsity = 0;
    double sink = 0;
    for (int q = 0; q < 12; ++q) {
        sparsity += 1.0 / (q + 1) / 12;
        if (q >= 1 && q <= 9) sink += 1.0 / (q + 1) / 9;
    }
    for (const double value : metrics.at("sparsity").data) EXPECT_NEAR(value, sparsity, 1e-6);
    for (const double value : metrics.at("sink_score").data) EXPECT_NEAR(value, sink, 1e-6);
    for (const double value : metrics.at("sink_total_weight").data) EXPECT_NEAR(value, 1, 1e-6);
    for (const double value : metrics.at("rel_attn_max").data) EXPECT_NEAR(value, 1.0 / 12, 1e-6);
    for (const double value : metrics.at("last_entropy").data) EXPECT_NEAR(value, std::log(12.0), 1e-6);
}

TEST(TrainingRunner, ShowsTheAttentionOfChosenSequences) {
    const auto run = small_run("induction", {{"steps", "1"}});
    const Arrays samples = run->snapshot({.samples = 3}).samples;
    EXPECT_EQ(samples.at("tokens").shape, (std::vector<std::size_t>{3, 12}));
    EXPECT_EQ(samples.at("targets").shape, (std::vector<std::size_t>{3, 12}));
    EXPECT_EQ(samples.at("logits").shape, (std::vector<std::size_t>{3, 12, 100}));
    const Array& attention = samples.at("attention");
    EXPECT_EQ(attention.shape, (std::vector<std::size_t>{3, 2, 2, 12, 12}));
    for (std::size_t row = 0; row < attention.data.size(); row += 12) {
        double total = 0;
        for (std::size_t key = 0; key < 12; ++key) total += attention.data[row + key];
        EXPECT_NEAR(total, 1, 1e-5) << "softmax";
    }
    EXPECT_TRUE(run->snapshot().samples.empty());
}

TEST(TrainingRunner, LooksAtSequencesOfOnesOwn) {
    const auto run = small_run("induction");
    const Arrays samples = run->snapshot({.samples = 1}).samples;
    const std::vector<std::int32_t> tokens(samples.at("tokens").data.begin(), samples.at("tokens").data.end());
    EXPECT_EQ(run->look(tokens).at("attention"), samples.at("attention"));
    EXPECT_EQ(run->look(tokens).at("logits"), samples.at("logits"));
}

TEST(TrainingRunner, PredictsWhatItsLastLogitsSay) {
    const auto run = small_run("induction", {{"evaluation_sequences", "900"}});
    const std::size_t count = 900;  // of which evaluation_chunk makes more than one
    ASSERT_LT(evaluation_chunk(run->model(), count), count);
    const Arrays samples = run->snapshot({.samples = count}).samples;
    const std::vector<std::int32_t> tokens(samples.at("tokens").data.begin(), samples.at("tokens").data.end());
    const std::vector<std::int32_t> predicted = run->predict(tokens);
    const Array& logits = samples.at("logits");
    const std::size_t outputs = logits.shape[2];
    ASSERT_EQ(predicted.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto last =
            std::span(logits.data).subspan((i * logits.shape[1] + logits.shape[1] - 1) * outputs, outputs);
        EXPECT_EQ(predicted[i], std::ranges::max_element(last) - last.begin()) << "sequence " << i;
    }
}

TEST(TrainingEvaluation, HasTheShapesItAnnounces) {
    for (const char* const id : {"induction", "classification"}) {
        const TrainingConfig config = training_config(small_params(id, {{"layers", "3"}}));
        const Examples examples = make_task(config.task)->draw_examples(1, Purpose::evaluation_examples, 0, 5);
        Transformer<float> model(config.model, 5);
        model.initialise(1);
        MetricShapes shapes;
        for (const auto& [name, metric] : evaluate_training(model, examples, 0)) shapes[name] = metric.shape;
        EXPECT_EQ(evaluation_shapes(model.config(), examples.kind), shapes) << id;
    }
}

TEST(TrainingSnapshot, SurvivesTheWayToThePage) {
    const auto run = small_run("classification", {{"steps", "6"}});
    run->advance(5);
    const TrainingSnapshot snapshot = run->snapshot({.samples = 2, .weights = true});
    const TrainingSnapshot back = decode_training(encode(snapshot));
    EXPECT_EQ(back.experiment, "classification");
    EXPECT_EQ(back.status, RunStatus::running);
    EXPECT_EQ(back.step, 5);
    EXPECT_EQ(back.last_step, 6);
    EXPECT_EQ(back.progress, snapshot.progress);
    EXPECT_EQ(back.isa, snapshot.isa);
    EXPECT_EQ(back.loss, snapshot.loss);
    EXPECT_EQ(back.steps_per_epoch, 4);
    EXPECT_EQ(back.evaluated_step, 4);
    EXPECT_EQ(back.metrics, snapshot.metrics);
    EXPECT_EQ(back.samples, snapshot.samples);
    EXPECT_EQ(back.weights, snapshot.weights);
    EXPECT_EQ(back.history, snapshot.history);
    EXPECT_EQ(back.evaluations, snapshot.evaluations);
    EXPECT_EQ(encode(back), encode(snapshot));
}

TEST(TrainingSnapshot, IsNotReadFromOtherBytes) {
    const auto run = small_run("classification", {{"steps", "1"}});
    run->advance(1);
    const TrainingSnapshot snapshot = run->snapshot();
    const auto complaint = [](const std::vector<std::byte>& bytes) {
        return test::error_of([&] { (void)decode_training(bytes); });
    };
    EXPECT_EQ(complaint(encode(Snapshot{})), "snapshot: unknown format; allowed: what encode of this version made");
    std::vector<std::byte> shortened = encode(snapshot);
    shortened.pop_back();
    EXPECT_EQ(complaint(shortened), "snapshot: damaged bytes; allowed: what encode made");
    TrainingSnapshot damaged = snapshot;
    damaged.metrics.at("sparsity").shape = {7};
    EXPECT_EQ(complaint(encode(damaged)), "snapshot: sizes that contradict each other; allowed: what encode made");
}

TEST(TrainingRunner, GivesOnlyTheEvaluationsAskedFor) {
    const auto run = small_run("induction");
    run->advance(12);
    const TrainingSnapshot rest = run->snapshot({.first_evaluation = 2});
    EXPECT_EQ(rest.evaluations.steps, (std::vector<std::int64_t>{8, 12}));
}

}  // namespace
}  // namespace polarize
