#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <polarize/array.hpp>
#include "nn/transformer.hpp"
#include "tasks/task.hpp"

namespace polarize {

/// One pass over the evaluation sequences: metrics by name. A number has no axes, a table of heads has the axes
/// (layers, heads), one along the residual stream (layers + 1), before the first and after every layer.
///
/// Numbers (PredictionMetrics): evaluation_loss, in which `auxiliary` weighs the positions before the last, last_loss,
/// others_loss, accuracy, accuracy_all. Tables of heads (HeadMetrics, ValueNorms): sparsity, first_token, tiny_share,
/// large_share, attention_entropy, last_entropy, rel_attn_max, rel_attn_max_abs, attn_max, attn_sum, value_norm_first,
/// value_norm_others, v_proj_norm; where the first token is BOS also sink_score, sink_score_abs, sink_score_rows,
/// sink_score_pooled, sink_score_next_row, sink_weight and sink_total_weight. Along the residual stream
/// (ActivationMetrics): massive_max, massive_median, massive_ratio, massive_largest. Throws Interrupted
/// (see Transformer::stop_when).
Arrays evaluate_training(Transformer<float>& model, const Examples& examples, double auxiliary);

/// The shapes of metrics by name.
using MetricShapes = std::map<std::string, std::vector<std::size_t>, std::less<>>;

/// The names and shapes of what evaluate_training gives of a model of `config` on `examples`.
MetricShapes evaluation_shapes(const ModelConfig& config, const Examples& examples);

/// Logits and attention maps of `tokens` (count, T): "logits" (count, T, outputs), "attention" (count, layers, heads,
/// T, T). Throws Interrupted.
Arrays look_at(Transformer<float>& model, std::span<const std::int32_t> tokens);

/// The class predicted at the end of each sequence of `tokens` (count, T).
std::vector<std::int32_t> predictions_of(Transformer<float>& model, std::span<const std::int32_t> tokens);

}  // namespace polarize
