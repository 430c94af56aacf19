// What describes a model: the kinds of attention, its sizes and its tensors.

#include <polarize/attention_model.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nn/problems.hpp"
#include "nn/transformer.hpp"
#include "support/errors.hpp"

namespace polarize {
namespace {

using namespace test;

/// The attention weights that a random model of that kind gives random sequences, row by row.
std::vector<std::vector<double>> rows_of(AttentionKind kind) {
    ModelConfig config = small_model();
    config.kind = kind;
    config.causal = false;
    Transformer<double> model(config, 20);
    model.initialise(3);
    // The start's scores are small; larger ones reach what their signs decide.
    for (double& number : model.tensor("layers.0.q_proj.weight")) number *= 20;
    Evaluation<double> evaluation;
    model.evaluate(random_sequences(config, 20, true, 1).tokens, {.attention = true}, evaluation);
    std::vector<std::vector<double>> rows;
    for (auto first = evaluation.attention.begin(); first != evaluation.attention.end();
         first += static_cast<std::ptrdiff_t>(config.length))
        rows.emplace_back(first, first + static_cast<std::ptrdiff_t>(config.length));
    return rows;
}

TEST(AttentionKinds, HaveTheSignsAndSumsThatTheirTableSays) {
    for (const AttentionKindTraits& kind : kAttentionKinds) {
        double lowest = 0;
        double farthest_sum = 0;
        for (const std::vector<double>& row : rows_of(kind.kind)) {
            double sum = 0;
            for (const double weight : row) sum += weight;
            lowest = std::min(lowest, *std::ranges::min_element(row));
            farthest_sum = std::max(farthest_sum, std::abs(sum - 1));
        }
        EXPECT_EQ(lowest < 0, kind.is_signed) << kind.name;
        EXPECT_EQ(farthest_sum < 1e-6, kind.is_normalised) << kind.name;
    }
}

TEST(AttentionKinds, HaveTheTensorsThatTheirTableSays) {
    for (const AttentionKindTraits& kind : kAttentionKinds) {
        const auto has = [layout = parameter_layout({.kind = kind.kind})](std::string_view name) {
            return std::ranges::find(layout, name, &TensorInfo::name) != layout.end();
        };
        EXPECT_EQ(has("layers.0.sink_logit"), kind.has_sink_logit()) << kind.name;
        EXPECT_EQ(has("layers.0.gate_proj.weight"), kind.has_gate) << kind.name;
        EXPECT_EQ(has("layers.0.attn_mlp.0.weight"), kind.has_score_mlp()) << kind.name;
    }
}

TEST(ParameterLayout, NamesTensorsAsPyTorchDoes) {
    std::string names;
    for (const TensorInfo& tensor : parameter_layout({.layers = 1})) {
        names += tensor.name + "(";
        for (const std::size_t size : tensor.shape) names += std::to_string(size) + ",";
        names += ") ";
    }
    EXPECT_EQ(names,
              "pos_embedding.weight(512,64,) embedding.weight(50,64,) "
              "layers.0.q_proj.weight(128,128,) layers.0.q_proj.bias(128,) layers.0.k_proj.weight(128,128,) "
              "layers.0.k_proj.bias(128,) layers.0.v_proj.weight(128,128,) layers.0.v_proj.bias(128,) "
              "layers.0.o_proj.weight(128,128,) layers.0.o_proj.bias(128,) layers.0.norm1.weight(128,) "
              "layers.0.norm1.bias(128,) layers.0.norm2.weight(128,) layers.0.norm2.bias(128,) "
              "layers.0.mlp.0.weight(512,128,) layers.0.mlp.0.bias(512,) layers.0.mlp.2.weight(128,512,) "
              "layers.0.mlp.2.bias(128,) final_norm.weight(128,) final_norm.bias(128,) output_proj.weight(50,128,) "
              "output_proj.bias(50,) ");
}

TEST(ParameterLayout, IsOneBufferWithoutGaps) {
    for (const AttentionKind kind : all_kinds()) {
        ModelConfig config = small_model();
        config.kind = kind;
        Transformer<float> model(config, 1);
        std::size_t offset = 0;
        for (const TensorInfo& tensor : model.layout()) {
            EXPECT_EQ(tensor.offset, offset);
            EXPECT_EQ(model.tensor(tensor.name).data(), model.parameters().data() + offset);
            offset += tensor.size;
        }
        EXPECT_EQ(model.parameters().size(), offset);
    }
}

TEST(ModelConfig, IsRefusedWhereItDescribesNoModel) {
    const auto refusal = [](const ModelConfig& config) { return error_of([&] { check(config); }); };
    EXPECT_EQ(refusal({.d = 128, .heads = 3}), "heads: 3 does not divide d = 128; allowed: a divisor of d");
    EXPECT_EQ(refusal({.length = 513}), "length: 513 is out of range; allowed: 1 to 512");
    EXPECT_EQ(refusal({.layers = 0}), "layers: 0 is out of range; allowed: 1 to 64");
    EXPECT_EQ(refusal({.d = 9, .heads = 3}),
              "d: 9 is odd; allowed: even where positions \"concat\" give token and position half of it each");
    EXPECT_EQ(refusal({.vocabulary = 0}), "vocabulary: 0 is out of range; allowed: 1 to 65536");
}

}  // namespace
}  // namespace polarize
