// What the parameters of training experiments mean, and how much memory they ask for.

#include <gtest/gtest.h>

#include <polarize/run.hpp>
#include "support/errors.hpp"
#include "training/catalogue.hpp"
#include "training/settings.hpp"
#include "training/small_runs.hpp"

namespace polarize {
namespace {

using namespace test;

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
