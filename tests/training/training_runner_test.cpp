// Runs that train attention models, on models small enough for every machine.

#include "training/runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <string>

#include <polarize/snapshot_codec.hpp>
#include "support/errors.hpp"
#include "support/runs.hpp"
#include "training/catalogue.hpp"
#include "training/evaluation.hpp"
#include "training/settings.hpp"

namespace polarize {
namespace {

using test::Settings;

const Settings kSmall{{"d", "16"},     {"heads", "2"},  {"sequences", "64"}, {"evaluation_sequences", "20"},
                      {"batch", "16"}, {"epochs", "3"}, {"positions", "add"}};

Params small_params(std::string_view id, const Settings& more = {}) {
    Params params(find_any_experiment(id));
    for (const Settings& settings : {kSmall, more})
        for (const auto& [name, text] : settings) params.set(name, text);
    return params;
}

std::unique_ptr<TrainingRunner> small_run(std::string_view id, const Settings& more = {}, TrainingInputs inputs = {}) {
    return make_training_runner(small_params(id, more), std::move(inputs));
}

/// The snapshot after the last step, as bytes.
std::vector<std::byte> finished_bytes(TrainingRunner& run) {
    while (!run.done()) run.advance(1000);
    return encode(run.snapshot({.attention_samples = 2, .interventions = true}));
}

TEST(TrainingRunner, EvaluatesAtTheStartAfterEveryEpochAndAtTheEnd) {
    const auto run = small_run("induction", {{"steps", "10"}});
    EXPECT_EQ(run->advance(1000), 10);
    const Snapshot snapshot = run->snapshot({});
    EXPECT_EQ(snapshot.status, RunStatus::finished);
    ASSERT_TRUE(snapshot.training.has_value());
    EXPECT_EQ(snapshot.training->steps_per_epoch, 4);
    EXPECT_EQ(snapshot.training->evaluations.steps, (std::vector<std::int64_t>{0, 4, 8, 10}));
    EXPECT_EQ(snapshot.training->evaluated_step, 10);
    EXPECT_EQ(snapshot.history.samples(), 10U);
    EXPECT_EQ(snapshot.history.steps.front(), 0) << "the loss of the first batch is that of the initial weights";
}

TEST(TrainingRunner, EvaluatesAsOftenAsAskedFor) {
    const auto run = small_run("induction", {{"steps", "7"}, {"evaluate_every", "3"}, {"record_every", "2"}});
    run->advance(1000);
    EXPECT_EQ(run->snapshot({}).training->evaluations.steps, (std::vector<std::int64_t>{0, 3, 6, 7}));
    EXPECT_EQ(run->snapshot({}).history.steps, (std::vector<std::int64_t>{0, 2, 4, 6}));
}

TEST(TrainingRunner, GivesTheSameBitsHoweverItsStepsAreSplit) {
    for (const char* const id : {"induction", "classification"}) {
        const auto whole = small_run(id);
        const auto split = small_run(id);
        while (!split->done()) split->advance(1);
        EXPECT_EQ(finished_bytes(*whole), finished_bytes(*split)) << id;
    }
}

TEST(TrainingRunner, DependsOnItsSeed) {
    const auto one = small_run("induction", {{"seed", "1"}});
    const auto two = small_run("induction", {{"seed", "2"}});
    EXPECT_NE(finished_bytes(*one), finished_bytes(*two));
}

TEST(TrainingRunner, LearnsToClassify) {
    const auto run = small_run("classification", {{"lr", "0.01"}, {"epochs", "20"}, {"positions", "no"}});
    run->advance(1000);
    const Snapshot snapshot = run->snapshot({});
    EXPECT_EQ(test::metric(snapshot, "accuracy"), 1);
    EXPECT_LT(snapshot.loss, 0.05);
}

TEST(TrainingRunner, TellsWhatEveryHeadDoes) {
    const auto run = small_run("induction", {{"layers", "3"}, {"steps", "2"}});
    run->advance(2);
    const Arrays metrics = run->snapshot({.interventions = true}).training->metrics;
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
    const Arrays metrics = run->snapshot({.interventions = true}).training->metrics;
    for (const char* const name : {"dominance", "dominance_a", "dominance_b", "mixing_leads", "dominance_leading"})
        EXPECT_EQ(metrics.at(name).shape, (std::vector<std::size_t>{2, 2})) << name;
    EXPECT_FALSE(metrics.contains("sink_score")) << "no token is the first of all sequences";
    EXPECT_FALSE(run->snapshot({}).training->metrics.contains("dominance")) << "only where asked for";
}

TEST(TrainingRunner, MeasuresWhatUniformAttentionMustGive) {
    // Query q gives each of the q + 1 tokens it sees 1/(q + 1).
    const auto run = small_run("induction", {{"kind", "uniform"}, {"steps", "1"}});
    run->advance(0);
    const Arrays metrics = run->snapshot({}).training->metrics;
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
    const Arrays samples = run->snapshot({.attention_samples = 3}).training->samples;
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
    EXPECT_TRUE(run->snapshot({}).training->samples.empty());
}

TEST(TrainingRunner, LooksAtSequencesOfOnesOwn) {
    const auto run = small_run("induction");
    const Arrays samples = run->snapshot({.attention_samples = 1}).training->samples;
    const std::vector<std::int32_t> tokens(samples.at("tokens").data.begin(), samples.at("tokens").data.end());
    EXPECT_EQ(run->look(tokens).at("attention"), samples.at("attention"));
    EXPECT_EQ(run->look(tokens).at("logits"), samples.at("logits"));
}

TEST(TrainingRunner, PredictsWhatItsLastLogitsSay) {
    const auto run = small_run("induction", {{"evaluation_sequences", "900"}});
    const std::size_t count = 900;  // of which evaluation_chunk makes more than one
    ASSERT_LT(evaluation_chunk(run->model().config(), count), count);
    const Arrays samples = run->snapshot({.attention_samples = count}).training->samples;
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

TEST(TrainingRunner, GoesOnFromItsStateBitForBit) {
    for (const char* const data : {"fixed", "fresh"}) {
        const Settings settings{{"data", data}, {"evaluate_every", "5"}};
        const auto whole = small_run("induction", settings);
        const auto first = small_run("induction", settings);
        first->advance(7);  // within an epoch, and beside an evaluation
        const auto second = small_run("induction", settings);
        second->restore(first->state());
        EXPECT_EQ(second->state(), first->state());
        EXPECT_EQ(finished_bytes(*second), finished_bytes(*whole)) << data;
    }
}

TEST(TrainingRunner, CanBeStoppedAnywhereAndGoesOnBitForBit) {
    for (const char* const id : {"induction", "classification"}) {
        const Settings settings{{"evaluate_every", "2"}, {"steps", "5"}};
        const auto whole = small_run(id, settings);
        auto run = small_run(id, settings);
        std::atomic<int> asked = 0;
        int stops = 0;
        for (int patience = 1; !run->done() || run->evaluation_is_due(); patience += 7) {
            asked = 0;
            run->stop_when([&] { return asked++ > patience; });
            run->advance(1000);
            ASSERT_EQ(run->snapshot({}).history.samples(), static_cast<std::size_t>(run->step()));
            ASSERT_LE(run->snapshot({}).training->evaluated_step, run->step());
            if (run->done()) continue;
            ++stops;
            run->stop_when({});
            auto resumed = small_run(id, settings);
            resumed->restore(run->state());
            run = std::move(resumed);
        }
        EXPECT_GT(stops, 10);
        run->stop_when({});
        EXPECT_EQ(finished_bytes(*run), finished_bytes(*whole)) << id;
    }
}

TEST(TrainingRunner, SaysWhatAStopRequestCutsShort) {
    const auto run = small_run("classification", {{"steps", "2"}});
    run->stop_when([] { return true; });
    EXPECT_EQ(run->advance(1000), 0);
    EXPECT_TRUE(run->evaluation_is_due()) << "it stays due";
    EXPECT_TRUE(run->snapshot({}).training->metrics.empty());
    run->stop_when({});
    EXPECT_EQ(run->advance(1000), 2);
    run->stop_when([] { return true; });
    EXPECT_THROW((void)run->snapshot({.interventions = true}), Interrupted);
    EXPECT_THROW((void)run->snapshot({.attention_samples = 1}), Interrupted);
    EXPECT_NO_THROW((void)run->snapshot({}));
}

TEST(TrainingRunner, RefusesTheStateOfAnotherModel) {
    const auto run = small_run("induction");
    run->advance(3);
    const TrainingState before = run->state();
    EXPECT_NE(test::error_of([&] { run->restore(small_run("induction", {{"d", "8"}})->state()); }).find("weights"),
              std::string::npos);
    const auto other = small_run("classification");
    other->advance(3);
    TrainingState of_other_task = before;
    of_other_task.metrics = other->state().metrics;
    EXPECT_EQ(test::error_of([&] { run->restore(of_other_task); }),
              "state: metric \"sink_score\": missing; allowed: shape (2, 2)");
    EXPECT_EQ(run->state(), before) << "nothing was taken";
}

TEST(TrainingRunner, NamesWhatNoRunLeavesInAState) {
    const auto run = small_run("induction");
    run->advance(5);  // evaluated at 0 and 4
    const TrainingState before = run->state();
    const auto complaint = [&](const auto& damage) {
        TrainingState state = before;
        damage(state);
        return test::error_of([&] { run->restore(state); });
    };
    const auto evaluation = [](TrainingState& state, std::string_view name) {
        return std::ranges::find(state.evaluations.series, name, &Series::name);
    };
    EXPECT_EQ(complaint([](auto& state) { state.step = 1000; }), "state: step 1000 is out of range; allowed: 0 to 12");
    EXPECT_EQ(complaint([](auto& state) { state.evaluated_step = -1; }),
              "state: evaluated_step -1 is out of range; allowed: 0 to 5");
    EXPECT_EQ(complaint([](auto& state) { state.loss = NAN; }),
              "state: loss: holds a number that is not finite; allowed: finite numbers");
    EXPECT_EQ(complaint([](auto& state) { state.first_moment[3] = NAN; }),
              "state: weights: holds a number that is not finite; allowed: finite numbers");
    EXPECT_EQ(complaint([](auto& state) { state.second_moment[3] = -1; }),
              "state: second_moment: holds a negative number; allowed: means of squares");
    EXPECT_EQ(complaint([](auto& state) { state.metrics.erase("sparsity"); }),
              "state: metric \"sparsity\": missing; allowed: shape (2, 2)");
    EXPECT_EQ(complaint([](auto& state) { state.metrics.at("sparsity") = {{}, {1}}; }),
              "state: metric \"sparsity\": has shape (); allowed: (2, 2)");
    EXPECT_EQ(complaint([](auto& state) { state.metrics.at("massive_max").data[1] = INFINITY; }),
              "state: metric \"massive_max\": holds a number that is not finite; allowed: finite numbers");
    const std::string unknown = complaint([](auto& state) { state.metrics["sparsty"] = {{}, {1}}; });
    EXPECT_TRUE(unknown.starts_with("state: metric: \"sparsty\" is unknown; allowed: accuracy, ")) << unknown;
    EXPECT_TRUE(unknown.ends_with("did you mean \"sparsity\"?")) << unknown;
    EXPECT_EQ(complaint([&](auto& state) { evaluation(state, "accuracy")->name = "last_loss"; }),
              "state: evaluations \"accuracy\": missing; allowed: a series of every name");
    EXPECT_EQ(complaint([](auto& state) { state.evaluations.series.push_back(state.evaluations.series[0]); }),
              "state: evaluations: holds a series twice; allowed: once");
    EXPECT_EQ(complaint([&](auto& state) { evaluation(state, "accuracy")->values.pop_back(); }),
              "state: evaluations \"accuracy\": holds 1 numbers, 1 a step; allowed: 1 for each of 2 steps");
    EXPECT_EQ(complaint([&](auto& state) { evaluation(state, "sparsity")->width = 2; }),
              "state: evaluations \"sparsity\": holds 8 numbers, 2 a step; allowed: 4 for each of 2 steps");
    EXPECT_EQ(complaint([](auto& state) { state.evaluations.steps = {0, 3}; }),
              "state: evaluations: end at step 3; allowed: 4, the evaluated_step");
    EXPECT_EQ(complaint([](auto& state) { state.history.steps[2] = 1; }),
              "state: history: step 1 is out of range; allowed: 2 to 4");
    EXPECT_EQ(complaint([](auto& state) { state.history.series[2].name = "other_loss"; }),
              "state: history: \"other_loss\" is unknown; allowed: last_loss, loss, others_loss; did you mean "
              "\"others_loss\"?");
    EXPECT_EQ(complaint([](auto& state) { state.history.series[0].values[0] = NAN; }),
              "state: history \"loss\": holds a number that is not finite; allowed: finite numbers");
    EXPECT_EQ(run->state(), before) << "nothing was taken";
}

TEST(TrainingRunner, GoesOnFromAStateBeforeItsFirstEvaluation) {
    const auto whole = small_run("induction");
    const auto run = small_run("induction");
    TrainingState start = whole->state();
    EXPECT_TRUE(std::isnan(start.loss)) << "there was none";
    run->restore(start);
    EXPECT_EQ(finished_bytes(*run), finished_bytes(*whole));
    start.metrics["accuracy"] = {{}, {1}};
    EXPECT_EQ(test::error_of([&] { run->restore(start); }),
              "state: metrics: 1 before the first evaluation; allowed: none");
}

TEST(TrainingEvaluation, HasTheShapesItAnnounces) {
    for (const char* const id : {"induction", "classification"}) {
        const Params params = small_params(id, {{"layers", "3"}});
        const auto task = task_of(params);
        const Examples examples = task->draw_examples(1, Purpose::evaluation_examples, 0, 5);
        Transformer<float> model(model_config_of(params, *task), 5);
        model.initialise(1);
        MetricShapes shapes;
        for (const auto& [name, metric] : evaluate_training(model, examples, 0)) shapes[name] = metric.shape;
        EXPECT_EQ(evaluation_shapes(model.config(), examples), shapes) << id;
    }
}

TEST(TrainingRunner, SaysAtWhichStepItDivergedAndShowsTheLastFiniteState) {
    const auto run = small_run("induction", {{"lr", "1e6"}, {"layer_norm", "off"}, {"kind", "raw_dotproduct_unnorm"}});
    run->advance(1000);
    const Snapshot snapshot = run->snapshot({.attention_samples = 1, .interventions = true});
    ASSERT_EQ(snapshot.status, RunStatus::diverged);
    EXPECT_GE(snapshot.diverged_step, 1);
    EXPECT_LT(snapshot.diverged_step, 12);
    EXPECT_LT(snapshot.step, snapshot.diverged_step);
    EXPECT_EQ(snapshot.diverged_quantity, "loss");
    ASSERT_EQ(snapshot.step, 0);
    EXPECT_EQ(snapshot.loss, snapshot.training->metrics.at("evaluation_loss").data[0]) << "that of these weights";
    for (const auto& [name, array] : snapshot.arrays)
        for (const double value : array.data) EXPECT_TRUE(std::isfinite(value)) << name;
    for (const auto& [name, array] : snapshot.training->metrics)
        for (const double value : array.data) EXPECT_TRUE(std::isfinite(value)) << name;
    EXPECT_TRUE(run->done());
    EXPECT_EQ(run->advance(5), 0);
    EXPECT_NE(test::error_of([&] { (void)run->state(); }).find("diverged"), std::string::npos);
}

TEST(TrainingRunner, MeasuresNothingOfWeightsThatGiveNoNumbers) {
    Arrays weights = small_run("classification", {{"layer_norm", "off"}})->snapshot({}).arrays;
    for (auto& [name, array] : weights) std::ranges::fill(array.data, 1e30);
    const auto run = small_run("classification", {{"layer_norm", "off"}}, {.weights = weights});
    run->advance(5);
    const Snapshot snapshot = run->snapshot({.interventions = true});
    EXPECT_EQ(snapshot.status, RunStatus::diverged);
    EXPECT_EQ(snapshot.diverged_step, 0);
    EXPECT_TRUE(std::isnan(snapshot.loss)) << "there was none";
    EXPECT_TRUE(snapshot.training->metrics.empty());
}

TEST(TrainingRunner, StartsFromGivenWeights) {
    const auto first = small_run("induction", {{"seed", "3"}});
    const Arrays weights = first->snapshot({}).arrays;
    const auto second = small_run("induction", {{"seed", "4"}}, {.weights = weights});
    EXPECT_EQ(second->snapshot({}).arrays, weights);
}

TEST(TrainingRunner, NamesTheTensorThatDoesNotFit) {
    const Arrays weights = small_run("induction")->snapshot({}).arrays;
    const auto complaint = [](const Arrays& given) {
        return test::error_of([&] { (void)small_run("induction", {}, {.weights = given}); });
    };
    Arrays damaged = weights;
    damaged.erase("layers.1.k_proj.bias");
    EXPECT_EQ(complaint(damaged), "layers.1.k_proj.bias: missing; the model needs one of shape (16)");
    damaged = weights;
    damaged["layers.1.k_proj.bias"] = {{8}, std::vector<double>(8)};
    EXPECT_EQ(complaint(damaged), "layers.1.k_proj.bias: has shape (8); allowed: (16)");
    damaged = weights;
    damaged["layers.1.kproj.bias"] = {{16}, std::vector<double>(16)};
    EXPECT_EQ(complaint(damaged),
              "\"layers.1.kproj.bias\": is no tensor of this model; did you mean \"layers.1.k_proj.bias\"?");
    damaged = weights;
    damaged["layers.1.k_proj.bias"].data[3] = 1e300;
    EXPECT_EQ(complaint(damaged),
              "layers.1.k_proj.bias: holds 1e+300, too large for 32-bit floats; "
              "allowed: up to 3.4028234663852886e+38 in size");
    damaged["layers.1.k_proj.bias"].data[3] = NAN;
    EXPECT_EQ(complaint(damaged), "layers.1.k_proj.bias: holds a number that is not finite; allowed: finite numbers");
}

TEST(TrainingRunner, ChecksGivenDataAndOrders) {
    const auto complaint = [](TrainingInputs inputs, const Settings& settings = {}) {
        return test::error_of([&] { (void)small_run("induction", settings, std::move(inputs)); });
    };
    Examples data = task_of(small_params("induction"))->draw_examples(9, Purpose::training_examples, 0, 64);
    EXPECT_NO_THROW((void)small_run("induction", {}, {.data = data}));
    EXPECT_NE(complaint({.data = data}, {{"data", "fresh"}}).find("fixed"), std::string::npos);
    EXPECT_EQ(complaint({.data = data}, {{"sequences", "65"}}), "data: 64 sequences; allowed: 65");
    EXPECT_NE(complaint({.data = data}, {{"distinct", "9"}}).find("sequences of 12 tokens; allowed: 11"),
              std::string::npos);
    data.tokens[5] = 100;
    EXPECT_EQ(complaint({.data = data}), "data tokens: 100 is out of range; allowed: 0 to 99");
    std::vector<std::int32_t> order(64, 0);
    EXPECT_EQ(complaint({.orders = {order}}), "order: 0 comes twice in an epoch; allowed: each number once");
    order.resize(63);
    EXPECT_NE(complaint({.orders = {order}}).find("63 numbers for an epoch of 64"), std::string::npos);
}

TEST(TrainingRunner, ChangesLiveParametersFromTheNextUpdateOn) {
    const auto run = small_run("induction");
    run->advance(3);
    run->set("lr", "0.01");
    run->advance(1);
    EXPECT_EQ(run->params().real("lr"), 0.01);
    run->set("epochs", "1");
    EXPECT_TRUE(run->done());
    run->set("epochs", "2");
    EXPECT_EQ(run->advance(100), 4) << "and goes on";
    EXPECT_EQ(test::error_of([&] { run->set("epochs", "1"); }),
              "epochs: 1 ends the run before the 8 updates already made; allowed: more");
    EXPECT_EQ(test::error_of([&] { run->set("d", "32"); }),
              "d: cannot change while a run is under way; allowed: a new run");
}

TEST(TrainingRunner, RunsEveryKindInEveryPosition) {
    for (const std::string_view kind : kAttentionKindNames)
        for (const std::string_view positions : kPositionsNames) {
            const auto run = small_run("induction", {{"kind", kind}, {"positions", positions}, {"steps", "2"}});
            run->advance(2);
            EXPECT_EQ(run->snapshot({}).status, RunStatus::finished) << kind << " " << positions;
        }
}

TEST(TrainingRunner, SurvivesTheWayToThePage) {
    const auto run = small_run("classification", {{"steps", "6"}});
    run->advance(5);
    const Snapshot snapshot = run->snapshot({.attention_samples = 2});
    const Snapshot back = decode(encode(snapshot));
    EXPECT_EQ(back.training, snapshot.training);
    EXPECT_EQ(encode(back), encode(snapshot));
    Snapshot damaged = snapshot;
    damaged.training->metrics.at("sparsity").shape = {7};
    EXPECT_NE(test::error_of([&] { (void)decode(encode(damaged)); }).find("contradict"), std::string::npos);
}

TEST(TrainingRunner, GivesOnlyTheEvaluationsAskedFor) {
    const auto run = small_run("induction");
    run->advance(12);
    const Snapshot rest = run->snapshot({.first_evaluation = 2});
    EXPECT_EQ(rest.training->evaluations.steps, (std::vector<std::int64_t>{8, 12}));
}

TEST(TrainingSettings, CountMemoryBeforeAnythingIsAllocated) {
    const double small = training_memory(small_params("induction"), 1);
    EXPECT_GT(small, 1e5);
    EXPECT_GT(training_memory(small_params("induction", {{"epochs", "1e6"}}), 1), small + 1e8) << "of a long history";
    EXPECT_LT(small, 2e7);
    EXPECT_GT(training_memory(small_params("induction", {{"d", "1024"}, {"batch", "65536"}, {"sequences", "1e8"}}), 1),
              1e10);
}

TEST(TrainingSettings, CountTheWeightsOfTheLastEvaluation) {
    // Evaluations and histories are the same without an MLP; what is left is the copy of its weights.
    const auto beside_the_model = [](const char* mlp, std::size_t& parameters) {
        const Params params = small_params("induction", {{"mlp", mlp}});
        const ModelConfig config = model_config_of(params, *task_of(params));
        const TensorInfo last = parameter_layout(config).back();
        parameters = last.offset + last.size;
        return training_memory(params, 1) - static_cast<double>(Transformer<float>::memory_bytes(config, 16, 1));
    };
    std::size_t with = 0;
    std::size_t without = 0;
    const double bytes = beside_the_model("on", with) - beside_the_model("off", without);
    EXPECT_GT(with, without);
    EXPECT_EQ(bytes, static_cast<double>((with - without) * sizeof(float)));
}

TEST(TrainingCatalogue, StandsBesideTheFlows) {
    const auto all = every_experiment();
    EXPECT_EQ(all.size(), catalogue().size() + training_catalogue().size());
    for (const Experiment& experiment : training_catalogue()) {
        EXPECT_EQ(experiment.model, Model::attention);
        EXPECT_EQ(&find_any_experiment(experiment.id), &experiment);
        EXPECT_NE(test::error_of([&] { (void)make_runner(Params(experiment)); }).find("attention model"),
                  std::string::npos);
        EXPECT_NE(test::error_of([&] { (void)find_experiment(experiment.id); }).find("experiment"), std::string::npos);
    }
    EXPECT_NE(test::error_of([] { (void)find_any_experiment("inductions"); }).find("\"induction\""), std::string::npos);
}

}  // namespace
}  // namespace polarize
