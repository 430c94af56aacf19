#include "training/evaluation.hpp"

#include <array>

#include <polarize/attention_metrics.hpp>
#include "metrics/activations.hpp"
#include "metrics/predictions.hpp"
#include "training/evaluation_pass.hpp"

namespace polarize {

namespace {

/// One column of the head metrics under the name that people see.
struct HeadColumn {
    std::string_view name;
    double (*value)(const HeadMetrics&);
};

constexpr std::array kHeadColumns{
    HeadColumn{"sparsity", [](const HeadMetrics& head) { return head.sparsity; }},
    HeadColumn{"first_token", [](const HeadMetrics& head) { return head.first_token; }},
    HeadColumn{"tiny_share", [](const HeadMetrics& head) { return head.tiny_share; }},
    HeadColumn{"large_share", [](const HeadMetrics& head) { return head.large_share; }},
    HeadColumn{"attention_entropy", [](const HeadMetrics& head) { return head.entropy; }},
    HeadColumn{"last_entropy", [](const HeadMetrics& head) { return head.last_entropy; }},
    HeadColumn{"rel_attn_max", [](const HeadMetrics& head) { return head.rel_attn_max; }},
    HeadColumn{"rel_attn_max_abs", [](const HeadMetrics& head) { return head.rel_attn_max_abs; }},
    HeadColumn{"attn_max", [](const HeadMetrics& head) { return head.attn_max; }},
    HeadColumn{"attn_sum", [](const HeadMetrics& head) { return head.attn_sum; }}};

constexpr std::array kSinkColumns{
    HeadColumn{"sink_score", [](const HeadMetrics& head) { return head.sink.score; }},
    HeadColumn{"sink_score_abs", [](const HeadMetrics& head) { return head.sink.absolute_score; }},
    HeadColumn{"sink_score_rows", [](const HeadMetrics& head) { return head.sink.row_score; }},
    HeadColumn{"sink_score_pooled", [](const HeadMetrics& head) { return head.sink.pooled_score; }},
    HeadColumn{"sink_score_next_row", [](const HeadMetrics& head) { return head.sink.next_row_score; }},
    HeadColumn{"sink_weight", [](const HeadMetrics& head) { return head.sink.first_weight; }},
    HeadColumn{"sink_total_weight", [](const HeadMetrics& head) { return head.sink.total_weight; }}};

/// One number of a struct of metrics under the name that people see.
template <class Metrics>
struct NumberColumn {
    std::string_view name;
    double Metrics::* value;
};

constexpr std::array kNumberColumns{NumberColumn<PredictionMetrics>{"evaluation_loss", &PredictionMetrics::loss},
                                    NumberColumn<PredictionMetrics>{"last_loss", &PredictionMetrics::last_loss},
                                    NumberColumn<PredictionMetrics>{"others_loss", &PredictionMetrics::others_loss},
                                    NumberColumn<PredictionMetrics>{"accuracy", &PredictionMetrics::accuracy},
                                    NumberColumn<PredictionMetrics>{"accuracy_all", &PredictionMetrics::accuracy_all}};

constexpr std::array kNormColumns{NumberColumn<ValueNorms>{"value_norm_first", &ValueNorms::first},
                                  NumberColumn<ValueNorms>{"value_norm_others", &ValueNorms::others}};

constexpr std::array kPlaceColumns{
    NumberColumn<ActivationMetrics>{"massive_max", &ActivationMetrics::largest},
    NumberColumn<ActivationMetrics>{"massive_median", &ActivationMetrics::median},
    NumberColumn<ActivationMetrics>{"massive_ratio", &ActivationMetrics::ratio},
    NumberColumn<ActivationMetrics>{"massive_largest", &ActivationMetrics::largest_seen}};

constexpr std::string_view kProjectionNorm = "v_proj_norm";

/// All meters of a model.
class Meters {
  public:
    explicit Meters(const Transformer<float>& model)
        : model_(model),
          config_(model.config()),
          heads_(config_.layers * config_.heads),
          value_norms_(config_.layers * config_.heads),
          activations_(config_.layers + 1) {}

    /// Throws Interrupted: the maps of one long sequence take a while.
    void add(const EvaluationView& view, std::size_t sequence, std::span<const std::int32_t> targets) {
        predictions_.add(view.logits(sequence), config_.outputs, targets);
        for (std::size_t layer = 0; layer < config_.layers; ++layer)
            for (std::size_t head = 0; head < config_.heads; ++head) {
                const std::size_t number = layer * config_.heads + head;
                model_.end_if_stopped();
                heads_[number].add(view.map(sequence, layer, head));
                value_norms_[number].add(view.values(sequence, layer, head), config_.length, config_.d,
                                         config_.d / config_.heads);
            }
        for (std::size_t place = 0; place <= config_.layers; ++place)
            activations_[place].add(view.residual(sequence, place));
    }

    void add_numbers(double auxiliary, Arrays& metrics) const {
        const PredictionMetrics prediction = predictions_.result(auxiliary);
        for (const auto& column : kNumberColumns) metrics[std::string(column.name)] = {{}, {prediction.*column.value}};
    }

    void add_head_tables(std::span<const HeadColumn> columns, Arrays& tables) const {
        for (const HeadColumn& column : columns) {
            Array& table = head_table(tables, column.name);
            for (const HeadMeter& head : heads_) table.data.push_back(column.value(head.result()));
        }
    }

    void add_norm_tables(Arrays& tables) const {
        for (const auto& column : kNormColumns) {
            Array& table = head_table(tables, column.name);
            for (const ValueNormMeter& head : value_norms_) table.data.push_back(head.result().*column.value);
        }
        for (const auto& column : kPlaceColumns) {
            Array& table = tables[std::string(column.name)] = {{config_.layers + 1}, {}};
            for (const ActivationMeter& place : activations_) table.data.push_back(place.result().*column.value);
        }
    }

  private:
    Array& head_table(Arrays& tables, std::string_view name) const {
        return tables[std::string(name)] = {{config_.layers, config_.heads}, {}};
    }

    const Transformer<float>& model_;
    const ModelConfig& config_;
    PredictionMeter predictions_;
    std::vector<HeadMeter> heads_;
    std::vector<ValueNormMeter> value_norms_;
    std::vector<ActivationMeter> activations_;
};

/// Of every head the norm of its part of the value projection's weight.
Array value_projection_norms(const Transformer<float>& model) {
    const ModelConfig& config = model.config();
    Array norms{{config.layers, config.heads}, {}};
    const std::size_t size = config.d / config.heads * config.d;
    for (std::size_t layer = 0; layer < config.layers; ++layer) {
        const auto weight = model.tensor("layers." + std::to_string(layer) + ".v_proj.weight");
        for (std::size_t head = 0; head < config.heads; ++head)
            norms.data.push_back(euclidean_norm(weight.subspan(head * size, size)));
    }
    return norms;
}

}  // namespace

Arrays evaluate_training(Transformer<float>& model, const Examples& examples, double auxiliary) {
    const ModelConfig& config = model.config();
    Meters meters(model);
    evaluate_in_chunks(model, examples.tokens, {.attention = true, .residual = true, .values = true},
                       [&](const Evaluation<float>& evaluation, std::size_t first, std::size_t count) {
                           const EvaluationView view(config, evaluation);
                           for (std::size_t i = 0; i < count; ++i) meters.add(view, i, examples.targets_of(first + i));
                       });
    Arrays metrics;
    meters.add_numbers(auxiliary, metrics);
    meters.add_head_tables(kHeadColumns, metrics);
    if (has_bos(examples.kind)) meters.add_head_tables(kSinkColumns, metrics);
    meters.add_norm_tables(metrics);
    metrics[std::string(kProjectionNorm)] = value_projection_norms(model);
    return metrics;
}

MetricShapes evaluation_shapes(const ModelConfig& config, Targets targets) {
    MetricShapes shapes;
    const auto add = [&](const auto& columns, const std::vector<std::size_t>& shape) {
        for (const auto& column : columns) shapes[std::string(column.name)] = shape;
    };
    const std::vector<std::size_t> heads{config.layers, config.heads};
    add(kNumberColumns, {});
    add(kHeadColumns, heads);
    if (has_bos(targets)) add(kSinkColumns, heads);
    add(kNormColumns, heads);
    add(kPlaceColumns, {config.layers + 1});
    shapes[std::string(kProjectionNorm)] = heads;
    return shapes;
}

Arrays look_at(Transformer<float>& model, std::span<const std::int32_t> tokens) {
    const ModelConfig& config = model.config();
    const std::size_t count = tokens.size() / config.length;
    Array logits{{count, config.length, config.outputs}, {}};
    Array attention{{count, config.layers, config.heads, config.length, config.length}, {}};
    evaluate_in_chunks(
        model, tokens, {.attention = true}, [&](const Evaluation<float>& evaluation, std::size_t, std::size_t) {
            logits.data.insert(logits.data.end(), evaluation.logits.begin(), evaluation.logits.end());
            attention.data.insert(attention.data.end(), evaluation.attention.begin(), evaluation.attention.end());
        });
    return {{"logits", std::move(logits)}, {"attention", std::move(attention)}};
}

std::vector<std::int32_t> predictions_of(Transformer<float>& model, std::span<const std::int32_t> tokens) {
    const ModelConfig& config = model.config();
    std::vector<std::int32_t> predicted;
    evaluate_in_chunks(model, tokens, {}, [&](const Evaluation<float>& evaluation, std::size_t, std::size_t count) {
        const EvaluationView view(config, evaluation);
        for (std::size_t i = 0; i < count; ++i)
            predicted.push_back(predicted_class(view.logits(i).last(config.outputs)));
    });
    return predicted;
}

}  // namespace polarize
