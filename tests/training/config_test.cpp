// What the parameters of training experiments mean, and how much memory they ask for.

#include <gtest/gtest.h>

#include <polarize/run.hpp>
#include <polarize/training.hpp>
#include "nn/transformer.hpp"
#include "support/errors.hpp"
#include "training/small_runs.hpp"

namespace polarize {
namespace {

using namespace test;

Params params_of_training(std::string_view id, const Settings& settings) {
    Params params(find_any_experiment(id));
    for (const auto& [name, text] : settings) params.set(name, text);
    return params;
}

double memory_of(const Params& params) { return training_memory(training_config(params), 1); }

TEST(TrainingConfig, HoldsWhatWasSet) {
    const TrainingConfig config = training_config(params_of_training("induction", {{"kind", "sink_logit"},
                                                                                   {"positions", "no"},
                                                                                   {"layers", "3"},
                                                                                   {"heads", "5"},
                                                                                   {"d", "40"},
                                                                                   {"mlp", "off"},
                                                                                   {"layer_norm", "off"},
                                                                                   {"causal", "off"},
                                                                                   {"vocabulary", "30"},
                                                                                   {"distinct", "7"},
                                                                                   {"shift_query_token", "off"},
                                                                                   {"sequences", "77"},
                                                                                   {"data", "fresh"},
                                                                                   {"evaluation_sequences", "9"},
                                                                                   {"seed", "4294967295"},
                                                                                   {"lr", "0.5"},
                                                                                   {"weight_decay", "0.25"},
                                                                                   {"batch", "10"},
                                                                                   {"epochs", "2"},
                                                                                   {"steps", "11"},
                                                                                   {"aux", "0.75"},
                                                                                   {"evaluate_every", "4"},
                                                                                   {"record_every", "3"}}));
    EXPECT_EQ(config.task.kind, TaskKind::induction);
    EXPECT_EQ(config.task.induction, (InductionConfig{.vocabulary = 30, .distinct = 7, .shift_query_token = false}));
    EXPECT_EQ(config.model, (ModelConfig{.vocabulary = 30,
                                         .outputs = 30,
                                         .d = 40,
                                         .layers = 3,
                                         .heads = 5,
                                         .length = 9,
                                         .positions = Positions::no,
                                         .causal = false,
                                         .mlp = false,
                                         .layer_norm = false,
                                         .kind = AttentionKind::sink_logit}));
    EXPECT_EQ(
        config.data,
        (DataConfig{.sequences = 77, .source = DataSource::fresh, .evaluation_sequences = 9, .seed = 4294967295U}));
    EXPECT_EQ(config.adamw, (AdamW{.lr = 0.5, .weight_decay = 0.25}));
    EXPECT_EQ(config.schedule,
              (ScheduleConfig{
                  .batch = 10, .epochs = 2, .steps = 11, .auxiliary = 0.75, .evaluate_every = 4, .record_every = 3}));
    EXPECT_EQ(config.steps_per_epoch(), 8);
    EXPECT_EQ(config.last_step(), 11);
    EXPECT_EQ(config.evaluation_interval(), 4);
}

TEST(TrainingConfig, TakesItsTaskFromTheRowOfTheExperiment) {
    const TrainingConfig config =
        training_config(params_of_training("classification", {{"vocabulary", "31"}, {"labels", "3"}, {"drawn", "6"}}));
    EXPECT_EQ(config.task.kind, TaskKind::classification);
    EXPECT_EQ(config.task.classification, (ClassificationConfig{.vocabulary = 31, .labels = 3, .drawn = 6}));
    EXPECT_EQ(shape_of(config.task),
              (TaskShape{.length = 7, .tokens = 31, .classes = 3, .targets = Targets::last_position}));
    EXPECT_EQ(config.schedule.auxiliary, 0) << "only the last position has a target";
}

TEST(TrainingConfig, BindsEveryRow) {
    for (const Experiment& experiment : training_catalogue())
        for (const Parameter& parameter : experiment.parameters)
            EXPECT_NE(parameter.binding, Binding{}) << experiment.id << " " << parameter.name;
}

TEST(TrainingConfig, CountsMemoryBeforeAnythingIsAllocated) {
    const double small = memory_of(small_params("induction"));
    EXPECT_GT(small, 1e5);
    EXPECT_GT(memory_of(small_params("induction", {{"epochs", "1e6"}})), small + 1e8) << "of a long history";
    EXPECT_LT(small, 2e7);
    EXPECT_GT(memory_of(small_params("induction", {{"d", "1024"}, {"batch", "65536"}, {"sequences", "1e8"}})), 1e10);
}

TEST(TrainingConfig, CountsTheWeightsOfTheLastEvaluation) {
    // Evaluations and histories are the same without an MLP; what is left is the copy of its weights.
    const auto beside_the_model = [](const char* mlp, std::size_t& parameters) {
        const TrainingConfig config = training_config(small_params("induction", {{"mlp", mlp}}));
        const TensorInfo last = parameter_layout(config.model).back();
        parameters = last.offset + last.size;
        return training_memory(config, 1) - static_cast<double>(Transformer<float>::memory_bytes(config.model, 16, 1));
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
