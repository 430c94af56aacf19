#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <polarize/array.hpp>
#include <polarize/examples.hpp>
#include "nn/transformer.hpp"

namespace polarize {

/// One pass over the evaluation sequences: metrics by name, those that <polarize/training.hpp> lists but for changed
/// sequences. In evaluation_loss `auxiliary` weighs the positions before the last. A number has no axes, a table of
/// heads has the axes (layers, heads), one along the residual stream (layers + 1), before the first and after every
/// layer. Throws Interrupted (see Transformer::stop_when).
Arrays evaluate_training(Transformer<float>& model, const Examples& examples, double auxiliary);

/// The shapes of metrics by name.
using MetricShapes = std::map<std::string, std::vector<std::size_t>, std::less<>>;

/// The names and shapes of what evaluate_training gives of a model of `config` on examples with such targets.
MetricShapes evaluation_shapes(const ModelConfig& config, Targets targets);

/// Logits and attention maps of `tokens` (count, T): "logits" (count, T, outputs), "attention" (count, layers, heads,
/// T, T). Throws Interrupted.
Arrays look_at(Transformer<float>& model, std::span<const std::int32_t> tokens);

/// The class predicted at the end of each sequence of `tokens` (count, T).
std::vector<std::int32_t> predictions_of(Transformer<float>& model, std::span<const std::int32_t> tokens);

}  // namespace polarize
