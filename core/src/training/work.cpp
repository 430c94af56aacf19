#include "training/work.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>

#include <polarize/training_config.hpp>
#include "nn/transformer.hpp"
#include "training/evaluation.hpp"

namespace polarize {

namespace {

/// Floats that an evaluation keeps of one sequence: logits, attention maps, residual stream and value vectors.
double evaluation_floats(const ModelConfig& config) {
    const auto length = static_cast<double>(config.length);
    const auto layers = static_cast<double>(config.layers);
    const double maps = layers * static_cast<double>(config.heads) * length * length;
    const double vectors = (2 * layers + 1) * length * static_cast<double>(config.d);
    return length * static_cast<double>(config.outputs) + maps + vectors;
}

/// Bytes of the histories at the end of the run: losses, and every metric of every evaluation.
double history_bytes(const TrainingConfig& config, const TaskShape& shape) {
    constexpr double kLosses = 4;  // the step and three losses
    const auto steps = static_cast<double>(config.last_step());
    double each_evaluation = 1;  // the step, and every metric
    for (const auto& [name, axes] : evaluation_shapes(config.model, shape.targets))
        each_evaluation += std::accumulate(axes.begin(), axes.end(), 1.0, std::multiplies<>());
    return sizeof(double) * (kLosses * steps / static_cast<double>(config.schedule.record_every) +
                             each_evaluation * (2 + steps / static_cast<double>(config.evaluation_interval())));
}

/// Bytes that weights, their gradient and AdamW's moments take at least, and the first layer's distinct inputs.
double least_memory(const TrainingConfig& config) {
    const auto length = static_cast<double>(config.model.length);
    const double weights = training_work(config.model, 1) / (6 * length);
    const double inputs = static_cast<double>(std::min(config.schedule.batch, config.model.vocabulary)) * length *
                          static_cast<double>(config.model.d);
    return (4 * weights + inputs) * sizeof(float);
}

}  // namespace

double training_memory(const TrainingConfig& config, std::size_t threads) {
    const double least = least_memory(config);
    if (least > 0.9 * static_cast<double>(std::numeric_limits<std::size_t>::max())) return least;
    const TaskShape shape = shape_of(config.task);
    const std::size_t batch = std::min(config.schedule.batch, config.data.sequences);
    const std::size_t targets = shape.targets == Targets::every_position ? shape.length : 1;
    const auto bytes_per_sequence = static_cast<double>(sizeof(std::int32_t) * (shape.length + targets + 1));
    const std::size_t evaluated = config.data.evaluation_sequences;
    const double sequences =
        static_cast<double>(evaluated) +
        static_cast<double>(config.data.source == DataSource::fresh ? batch : config.data.sequences);
    const auto chunk = static_cast<double>(evaluation_chunk(config.model, evaluated));
    const TensorInfo last = parameter_layout(config.model).back();
    const double saved_weights = sizeof(float) * static_cast<double>(last.offset + last.size);
    return static_cast<double>(Transformer<float>::memory_bytes(config.model, batch, threads)) + saved_weights +
           bytes_per_sequence * sequences + chunk * evaluation_floats(config.model) * sizeof(float) +
           history_bytes(config, shape);
}

double training_work(const ModelConfig& config, std::size_t batch) {
    const auto d = static_cast<double>(config.d);
    const auto length = static_cast<double>(config.length);
    const double projections = 4 * d * d + (config.mlp ? 2.0 * static_cast<double>(kMlpRatio) * d * d : 0);
    const double attention = 2 * length * d;
    const double each_token =
        static_cast<double>(config.layers) * (projections + attention) + d * static_cast<double>(config.outputs);
    return 6 * static_cast<double>(batch) * length * each_token;
}

std::size_t evaluation_chunk(const ModelConfig& config, std::size_t sequences) {
    constexpr double kFloats = 1 << 21;
    return static_cast<std::size_t>(
        std::clamp(kFloats / evaluation_floats(config), 1.0, static_cast<double>(sequences)));
}

}  // namespace polarize
