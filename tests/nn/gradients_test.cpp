// Gradients against central differences of the loss, in double precision.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "nn/problems.hpp"
#include "nn/transformer.hpp"
#include "numeric/numpy_random.hpp"

namespace polarize {
namespace {

/// A model small enough that every tensor can be asked, and whose sizes fit no register.
ModelConfig small_model() { return {.vocabulary = 7, .outputs = 5, .d = 12, .layers = 2, .heads = 2, .length = 5}; }

/// Draws all parameters away from their neat starts, so that gains, shifts and sinks count too.
void disturb(Transformer<double>& model, std::uint32_t seed) {
    model.initialise(seed);
    NumpyRandom random(seed + 1);
    for (double& value : model.parameters()) value += 0.1 * random.normal();
}

double loss_at(Transformer<double>& model, const test::Sequences& data, const LossSpec& loss) {
    return model.gradient(data.batch(), loss).total;
}

/// d loss/d parameter by the central difference of fourth order.
double difference(Transformer<double>& model, const test::Sequences& data, const LossSpec& loss, double& parameter) {
    constexpr double kStep = 2e-4;
    const double centre = parameter;
    const auto at = [&](double steps) {
        parameter = centre + steps * kStep;
        return loss_at(model, data, loss);
    };
    const double slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * kStep);
    parameter = centre;
    return slope;
}

/// Along some directions within each tensor: a few single numbers, and a random combination of all.
void check_gradients(const ModelConfig& config, const LossSpec& loss, bool target_for_each_token = true) {
    constexpr std::size_t kSamples = 4;
    Transformer<double> model(config, kSamples);
    disturb(model, 11);
    const test::Sequences data = test::random_sequences(config, kSamples, target_for_each_token, 5);
    loss_at(model, data, loss);
    const std::vector<double> gradient(model.gradient_buffer().begin(), model.gradient_buffer().end());
    double largest = 0;
    for (const double g : gradient) largest = std::max(largest, std::abs(g));
    NumpyRandom random(3);
    for (const TensorInfo& tensor : model.layout()) {
        for (int i = 0; i < 6; ++i) {
            const auto place =
                tensor.offset + static_cast<std::size_t>(random.uniform() * static_cast<double>(tensor.size));
            const double slope = difference(model, data, loss, model.parameters()[place]);
            // Where a gradient is far smaller than the rest, the difference is all rounding.
            EXPECT_NEAR(gradient[place], slope, 1e-6 * std::abs(slope) + 1e-9 * largest)
                << tensor.name << " at " << place - tensor.offset;
        }
    }
}

class GradientOf : public ::testing::TestWithParam<AttentionKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, GradientOf, ::testing::ValuesIn(test::all_kinds()),
                         [](const auto& info) { return test::kind_name(info.param); });

TEST_P(GradientOf, IsTheSlopeOfTheLossWithCausalMask) {
    ModelConfig config = small_model();
    config.kind = GetParam();
    check_gradients(config, {.position = 4, .auxiliary = 0.2});
}

TEST_P(GradientOf, IsTheSlopeOfTheLossWithoutMask) {
    ModelConfig config = small_model();
    config.kind = GetParam();
    config.causal = false;
    config.positions = Positions::no;
    check_gradients(config, {.position = 2, .auxiliary = 0.7});
}

TEST_P(GradientOf, IsTheSlopeOfALossThatReadsOnePosition) {
    ModelConfig config = small_model();
    config.kind = GetParam();
    check_gradients(config, {.position = 3});
}

TEST_P(GradientOf, IsTheSlopeOfALossThatReadsOnePositionOfOneLayer) {
    ModelConfig config = small_model();
    config.kind = GetParam();
    config.layers = 1;
    config.positions = Positions::add;
    config.mlp = false;
    config.layer_norm = false;
    check_gradients(config, {.position = 4}, false);
}

TEST(Gradient, IsTheSlopeOfTheLossForEverySwitch) {
    for (const Positions positions : {Positions::concat, Positions::add, Positions::no})
        for (const bool mlp : {true, false})
            for (const bool layer_norm : {true, false})
                for (const std::size_t layers : {1U, 3U}) {
                    ModelConfig config = small_model();
                    config.positions = positions;
                    config.mlp = mlp;
                    config.layer_norm = layer_norm;
                    config.layers = layers;
                    check_gradients(config, {.position = 4, .auxiliary = 0.2});
                }
}

TEST(Gradient, IsTheSlopeOfTheLossForEverySize) {
    for (const std::size_t heads : {1U, 16U})
        for (const std::size_t length : {1U, 2U, 17U, 33U}) {
            ModelConfig config = small_model();
            config.d = 32;
            config.heads = heads;
            config.length = length;
            config.outputs = 19;
            check_gradients(config, {.position = length / 2, .auxiliary = 0.5});
        }
}

TEST(Gradient, OfQueryAndKeyIsZeroUnderUniformAttention) {
    ModelConfig config = small_model();
    config.kind = AttentionKind::uniform;
    Transformer<double> model(config, 4);
    disturb(model, 1);
    loss_at(model, test::random_sequences(config, 4, true, 2), {.position = 4, .auxiliary = 0.2});
    for (const TensorInfo& tensor : model.layout()) {
        double sum = 0;
        for (const double g : model.gradient_buffer().subspan(tensor.offset, tensor.size)) sum += std::abs(g);
        const bool is_unread =
            tensor.name.find("q_proj") != std::string::npos || tensor.name.find("k_proj") != std::string::npos;
        EXPECT_EQ(sum == 0, is_unread) << tensor.name;
    }
}

}  // namespace
}  // namespace polarize
