#include "training/settings.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

#include <polarize/error.hpp>
#include "tasks/classification.hpp"
#include "tasks/induction.hpp"
#include "training/evaluation.hpp"

namespace polarize {

namespace {

std::size_t size_of(const Params& params, std::string_view name) {
    return static_cast<std::size_t>(params.integer(name));
}

bool is_on(const Params& params, std::string_view name) { return params.integer(name) == 1; }

/// Floats that an evaluation keeps of one sequence: logits, attention maps, residual stream and value vectors.
double evaluation_floats(const ModelConfig& config) {
    const auto length = static_cast<double>(config.length);
    const auto layers = static_cast<double>(config.layers);
    const double maps = layers * static_cast<double>(config.heads) * length * length;
    const double vectors = (2 * layers + 1) * length * static_cast<double>(config.d);
    return length * static_cast<double>(config.outputs) + maps + vectors;
}

/// Bytes of the histories at the end of the run: losses, and every metric of every evaluation.
double history_bytes(const Params& params, const ModelConfig& config, const Task& task) {
    constexpr double kLosses = 4;  // the step and three losses
    const auto steps = static_cast<double>(last_step_of(params));
    double each_evaluation = 1;  // the step, and every metric
    const Examples none{.length = task.length(), .kind = task.targets(), .tokens = {}, .targets = {}};
    for (const auto& [name, shape] : evaluation_shapes(config, none))
        each_evaluation += std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>());
    return sizeof(double) * (kLosses * steps / params.real("record_every") +
                             each_evaluation * (2 + steps / static_cast<double>(evaluation_interval_of(params))));
}

}  // namespace

std::unique_ptr<Task> task_of(const Params& params) {
    if (params.has("distinct"))
        return std::make_unique<InductionTask>(
            InductionSettings{.vocabulary = size_of(params, "vocabulary"),
                              .distinct = size_of(params, "distinct"),
                              .shift_query_token = is_on(params, "shift_query_token")});
    return std::make_unique<ClassificationTask>(ClassificationSettings{.vocabulary = size_of(params, "vocabulary"),
                                                                       .labels = size_of(params, "labels"),
                                                                       .drawn = size_of(params, "drawn")});
}

ModelConfig model_config_of(const Params& params, const Task& task) {
    const ModelConfig config{.vocabulary = task.token_count(),
                             .outputs = task.class_count(),
                             .d = size_of(params, "d"),
                             .layers = size_of(params, "layers"),
                             .heads = size_of(params, "heads"),
                             .length = task.length(),
                             .positions = static_cast<Positions>(params.integer("positions")),
                             .causal = is_on(params, "causal"),
                             .mlp = is_on(params, "mlp"),
                             .layer_norm = is_on(params, "layer_norm"),
                             .kind = static_cast<AttentionKind>(params.integer("kind"))};
    check(config);
    return config;
}

BatchSettings batch_settings_of(const Params& params) {
    return {.seed = static_cast<std::uint64_t>(params.integer("seed")),
            .sequences = size_of(params, "sequences"),
            .batch = size_of(params, "batch"),
            .fresh = params.choice("data") == "fresh"};
}

LossSpec loss_spec_of(const Params& params, const Task& task) {
    const bool has_others = task.targets() == Targets::every_position;
    return {.position = task.length() - 1, .auxiliary = has_others ? params.real("aux") : 0};
}

AdamW adamw_of(const Params& params) { return {.lr = params.real("lr"), .weight_decay = params.real("weight_decay")}; }

std::int64_t last_step_of(const Params& params) {
    const std::int64_t batch = params.integer("batch");
    const std::int64_t all = params.integer("epochs") * ((params.integer("sequences") + batch - 1) / batch);
    const std::int64_t asked = params.integer("steps");
    return asked > 0 ? std::min(asked, all) : all;
}

std::int64_t evaluation_interval_of(const Params& params) {
    const std::int64_t asked = params.integer("evaluate_every");
    const std::int64_t batch = params.integer("batch");
    return asked > 0 ? asked : (params.integer("sequences") + batch - 1) / batch;
}

double training_memory(const Params& params, std::size_t threads) {
    const std::unique_ptr<Task> task = task_of(params);
    const ModelConfig config = model_config_of(params, *task);
    const BatchSettings batches = batch_settings_of(params);
    const std::size_t batch = std::min(batches.batch, batches.sequences);
    const std::size_t targets = task->targets() == Targets::every_position ? task->length() : 1;
    const auto bytes_per_sequence = static_cast<double>(sizeof(std::int32_t) * (task->length() + targets + 1));
    const std::size_t evaluated = size_of(params, "evaluation_sequences");
    const double sequences =
        static_cast<double>(evaluated) + static_cast<double>(batches.fresh ? batch : batches.sequences);
    const auto chunk = static_cast<double>(evaluation_chunk(config, evaluated));
    const TensorInfo last = parameter_layout(config).back();
    const double saved_weights = sizeof(float) * static_cast<double>(last.offset + last.size);
    return static_cast<double>(Transformer<float>::memory_bytes(config, batch, threads)) + saved_weights +
           bytes_per_sequence * sequences + chunk * evaluation_floats(config) * sizeof(float) +
           history_bytes(params, config, *task);
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
