#include "training/checkpoint.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "training/checkpoint_names.hpp"
#include "training/checksum.hpp"

namespace polarize::native {
namespace {

std::string tensor_name(std::string_view name) { return std::string(checkpoint_prefix).append(name); }

/// FNV-1a over integers.
class Hash {
  public:
    void add(std::span<const std::int32_t> values) {
        add(values.size());
        for (const std::int32_t value : values) add(static_cast<std::uint64_t>(value));
    }
    void add(std::uint64_t value) {
        for (unsigned shift = 0; shift < 64; shift += 8) {
            hash_ ^= value >> shift & 0xffU;
            hash_ *= 0x100000001b3U;
        }
    }
    std::string text() const { return std::to_string(hash_); }

  private:
    std::uint64_t hash_ = 0xcbf29ce484222325U;
};

/// "history.series.007.loss": the number keeps the series in their order.
std::string series_name(const std::string& history, std::size_t number, const std::string& series) {
    const std::string digits = std::to_string(1000 + number).substr(1);
    return history + ".series." + digits + "." + series;
}

/// The tensors of a state that lie where it does.
class StateTensors {
  public:
    explicit StateTensors(std::vector<TensorView> weights) : tensors_(std::move(weights)) {}

    /// One axis of numbers.
    template <class T>
    void add(std::string_view name, std::span<const T> numbers) {
        add(name, {numbers.size()}, numbers);
    }
    template <class T>
    void add(std::string_view name, const T& number) {
        add(name, {}, std::span(&number, 1));
    }
    template <class T>
    void add(std::string_view name, std::vector<std::size_t> shape, std::span<const T> numbers) {
        tensors_.push_back({tensor_name(name), std::move(shape), numbers});
    }

    void add_history(const std::string& name, const History& history) {
        add(name + ".step", std::span(history.steps));
        for (std::size_t i = 0; i < history.series.size(); ++i) {
            const Series& series = history.series[i];
            add(series_name(name, i, series.name), {history.samples(), series.width}, std::span(series.values));
        }
    }

    /// All of them, in the order of their names.
    std::vector<TensorView> sorted() && {
        std::ranges::sort(tensors_, {}, &TensorView::name);
        return std::move(tensors_);
    }

  private:
    std::vector<TensorView> tensors_;
};

Metadata metadata_of(const Params& params, const std::string& inputs) {
    Metadata metadata{{"format", "pt"},
                      {version_name, std::string(present_version)},
                      {experiment_name, std::string(params.experiment().id)},
                      {inputs_name, inputs}};
    for (const Parameter& parameter : params.experiment().parameters)
        metadata[std::string(parameter_prefix).append(parameter.name)] = params.text(parameter.name);
    return metadata;
}

}  // namespace

bool is_checkpoint_tensor(std::string_view name) { return name.starts_with(checkpoint_prefix); }

std::string fingerprint(const TrainingInputs& inputs) {
    Hash hash;
    for (const std::optional<Examples>* const examples : {&inputs.data, &inputs.evaluation}) {
        hash.add(examples->has_value() ? 1 : 0);
        if (!examples->has_value()) continue;
        hash.add((*examples)->tokens);
        hash.add((*examples)->targets);
    }
    for (const auto& order : inputs.orders) hash.add(order);
    return hash.text();
}

std::vector<TensorView> weight_views(const TrainingRunner& runner) {
    std::vector<TensorView> views;
    for (const TensorInfo& tensor : runner.layout())
        views.push_back({tensor.name, tensor.shape, runner.weights().subspan(tensor.offset, tensor.size)});
    return views;
}

void write_checkpoint(const Output& output, const TrainingRunner& runner, const std::string& inputs) {
    const TrainingStateView state = runner.state_view();
    StateTensors tensors(weight_views(runner));
    tensors.add("step", state.step);
    tensors.add("evaluated_step", state.evaluated_step);
    tensors.add("loss", state.loss);
    tensors.add("first_moment", state.first_moment);
    tensors.add("second_moment", state.second_moment);
    tensors.add_history("history", state.history);
    tensors.add_history("evaluations", state.evaluations);
    for (const auto& [name, metric] : state.metrics)
        tensors.add("metric." + name, metric.shape, std::span(metric.data));
    const std::vector<TensorView> sorted = std::move(tensors).sorted();
    Metadata metadata = metadata_of(runner.params(), inputs);
    metadata[checksum_name] = checksum_of(metadata, sorted);
    output.write([&](const ByteSink& sink) { write_safetensors(sink, metadata, sorted); });
}

}  // namespace polarize::native
