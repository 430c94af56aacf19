#pragma once

#include <functional>
#include <span>

#include <polarize/attention_metrics.hpp>
#include <polarize/examples.hpp>
#include "nn/transformer.hpp"

namespace polarize {

/// Whether sequences with such targets begin with BOS, a token that is the same in all of them and can be a sink.
constexpr bool has_bos(Targets targets) { return targets == Targets::every_position; }

/// Evaluates `tokens` (count, T) in chunks of few megabytes: `see(evaluation, first, count)` gets the evaluation of
/// `count` sequences from number `first` on. Throws Interrupted.
void evaluate_in_chunks(Transformer<float>& model, std::span<const std::int32_t> tokens,
                        const EvaluationRequest& request,
                        const std::function<void(const Evaluation<float>&, std::size_t, std::size_t)>& see);

/// What an evaluation kept, sequence by sequence. Refers to what it is made of.
class EvaluationView {
  public:
    EvaluationView(const ModelConfig& config, const Evaluation<float>& evaluation)
        : config_(config), evaluation_(evaluation) {}

    std::span<const float> logits(std::size_t sequence) const {
        const std::size_t size = config_.length * config_.outputs;
        return std::span(evaluation_.logits).subspan(sequence * size, size);
    }
    AttentionMap map(std::size_t sequence, std::size_t layer, std::size_t head) const {
        const std::size_t size = config_.length * config_.length;
        const std::size_t number = (sequence * config_.layers + layer) * config_.heads + head;
        return {std::span(evaluation_.attention).subspan(number * size, size), config_.length, config_.causal};
    }
    std::span<const float> residual(std::size_t sequence, std::size_t place) const {
        const std::size_t size = config_.length * config_.d;
        return std::span(evaluation_.residual).subspan((sequence * (config_.layers + 1) + place) * size, size);
    }
    /// The values of one layer from the head's first column on; rows are d apart.
    std::span<const float> values(std::size_t sequence, std::size_t layer, std::size_t head) const {
        const std::size_t size = config_.length * config_.d;
        const std::size_t column = head * (config_.d / config_.heads);
        return std::span(evaluation_.values)
            .subspan((sequence * config_.layers + layer) * size + column, size - column);
    }

  private:
    const ModelConfig& config_;
    const Evaluation<float>& evaluation_;
};

}  // namespace polarize
