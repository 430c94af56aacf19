#include "training/checkpoint.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include <polarize/error.hpp>
#include "system/input_file.hpp"
#include "training/inputs.hpp"
#include "within.hpp"

namespace polarize::native {
namespace {

constexpr std::string_view prefix = "checkpoint.";
constexpr const char* format_name = "polarize.checkpoint";
constexpr const char* format_version = "1";
constexpr const char* experiment_name = "polarize.experiment";
constexpr const char* inputs_name = "polarize.inputs";
constexpr std::string_view parameter_prefix = "polarize.parameter.";

std::string tensor_name(std::string_view name) { return std::string(prefix).append(name); }

Array vector_of(std::span<const float> values) { return {{values.size()}, {values.begin(), values.end()}}; }

/// FNV-1a over whole numbers.
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

void add_history(const History& history, const std::string& name, Safetensors& file) {
    Array steps{{history.samples()}, {history.steps.begin(), history.steps.end()}};
    file.tensors[tensor_name(name + ".step")] = {TensorType::i64, std::move(steps)};
    for (std::size_t i = 0; i < history.series.size(); ++i) {
        const Series& series = history.series[i];
        file.tensors[tensor_name(series_name(name, i, series.name))] = {
            TensorType::f64, {{history.samples(), series.width}, series.values}};
    }
}

const SafeTensor& tensor(const Safetensors& file, const std::string& name) {
    const auto found = file.tensors.find(tensor_name(name));
    if (found == file.tensors.end()) throw Error(polarize::quoted(tensor_name(name)) + ": missing");
    return found->second;
}

/// The numbers of a tensor of whole numbers, which its type keeps within what a step can be.
std::vector<std::int64_t> whole_numbers(const Safetensors& file, const std::string& name) {
    const SafeTensor& found = tensor(file, name);
    if (found.type != TensorType::i64)
        throw Error(polarize::quoted(tensor_name(name)) + ": does not hold whole numbers; allowed: dtype I64");
    std::vector<std::int64_t> whole;
    std::ranges::transform(found.array.data, std::back_inserter(whole),
                           [](double x) { return static_cast<std::int64_t>(x); });
    return whole;
}

void check_single(const Safetensors& file, const std::string& name) {
    const std::vector<std::size_t>& shape = tensor(file, name).array.shape;
    if (!shape.empty())
        throw Error(polarize::quoted(tensor_name(name)) + ": has shape " + shape_text(shape) +
                    "; allowed: (), a single number");
}

double number(const Safetensors& file, const std::string& name) {
    check_single(file, name);
    return tensor(file, name).array.data[0];
}

std::int64_t whole_number(const Safetensors& file, const std::string& name) {
    check_single(file, name);
    return whole_numbers(file, name)[0];
}

std::vector<float> floats(const Safetensors& file, const std::string& name) {
    const Array& array = tensor(file, name).array;
    check_floats(polarize::quoted(tensor_name(name)), array.data);
    return {array.data.begin(), array.data.end()};
}

/// The tensors whose names continue `name`, by the rest of their names.
std::vector<std::pair<std::string, const Array*>> tensors_below(const Safetensors& file, const std::string& name) {
    std::vector<std::pair<std::string, const Array*>> found;
    const std::string start = tensor_name(name);
    for (const auto& [full, tensor] : file.tensors)
        if (full.starts_with(start)) found.emplace_back(full.substr(start.size()), &tensor.array);
    return found;
}

History history_of(const Safetensors& file, const std::string& name) {
    History history{.steps = whole_numbers(file, name + ".step"), .series = {}};
    const std::string below = name + ".series.";
    for (const auto& [series, array] : tensors_below(file, below)) {
        const std::size_t point = series.find('.');
        if (array->shape.size() != 2 || array->shape[0] != history.samples() || point == std::string::npos)
            throw Error(polarize::quoted(tensor_name(below).append(series)) + ": does not fit its " +
                        std::to_string(history.samples()) + " samples");
        history.series.push_back({series.substr(point + 1), array->shape[1], array->data});
    }
    return history;
}

std::string metadata(const Safetensors& file, const std::string& name) {
    const auto found = file.metadata.find(name);
    return found == file.metadata.end() ? "" : found->second;
}

/// The weights of `file` in the order of the model's layout.
std::vector<float> weights_in_order(const Safetensors& file, const Transformer<float>& model) {
    const Arrays weights = weights_in(file);
    check_weights(model.layout(), weights);
    std::vector<float> in_order;
    for (const TensorInfo& tensor : model.layout())
        std::ranges::transform(weights.at(tensor.name).data, std::back_inserter(in_order),
                               [](double x) { return static_cast<float>(x); });
    return in_order;
}

}  // namespace

bool is_checkpoint_tensor(std::string_view name) { return name.starts_with(prefix); }

Arrays weights_in(const Safetensors& file) {
    Arrays weights;
    for (const auto& [name, tensor] : file.tensors) {
        if (is_checkpoint_tensor(name)) continue;
        if (tensor.type == TensorType::i64)
            throw Error(polarize::quoted(name) + ": holds whole numbers (I64); allowed: F32 or F64");
        weights[name] = tensor.array;
    }
    return weights;
}

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

Safetensors checkpoint_of(const TrainingRunner& runner, const std::string& inputs) {
    const Params& params = runner.params();
    Safetensors file;
    file.metadata = {{"format", "pt"},
                     {format_name, format_version},
                     {experiment_name, std::string(params.experiment().id)},
                     {inputs_name, inputs}};
    for (const Parameter& parameter : params.experiment().parameters)
        file.metadata[std::string(parameter_prefix).append(parameter.name)] = params.text(parameter.name);
    for (auto& [name, array] : weights_of(runner.model())) file.tensors[name] = {TensorType::f32, std::move(array)};
    const TrainingState state = runner.state();
    file.tensors[tensor_name("step")] = {TensorType::i64, {{}, {static_cast<double>(state.step)}}};
    file.tensors[tensor_name("evaluated_step")] = {TensorType::i64, {{}, {static_cast<double>(state.evaluated_step)}}};
    file.tensors[tensor_name("loss")] = {TensorType::f64, {{}, {state.loss}}};
    file.tensors[tensor_name("first_moment")] = {TensorType::f32, vector_of(state.first_moment)};
    file.tensors[tensor_name("second_moment")] = {TensorType::f32, vector_of(state.second_moment)};
    add_history(state.history, "history", file);
    add_history(state.evaluations, "evaluations", file);
    for (const auto& [name, metric] : state.metrics)
        file.tensors[tensor_name("metric." + name)] = {TensorType::f64, metric};
    return file;
}

Params checkpoint_params(const Safetensors& file, const Experiment& experiment) {
    const std::string version = metadata(file, format_name);
    if (version.empty()) throw Error("__metadata__: says nothing of a checkpoint; allowed: what --checkpoint wrote");
    if (version != format_version)
        throw Error("__metadata__: checkpoint version " + polarize::quoted(version) + "; allowed: " + format_version);
    const std::string id = metadata(file, experiment_name);
    if (id != experiment.id)
        throw Error("__metadata__: a checkpoint of " + polarize::quoted(id) +
                    "; allowed: " + polarize::quoted(experiment.id));
    Params params(experiment);
    for (const Parameter& parameter : experiment.parameters) {
        const std::string name = std::string(parameter_prefix).append(parameter.name);
        if (!file.metadata.contains(name)) throw Error("__metadata__: " + polarize::quoted(name) + " is missing");
        params.set(parameter.name, file.metadata.at(name));
    }
    return params;
}

TrainingState checkpoint_state(const Safetensors& file, const TrainingRunner& runner, const std::string& inputs) {
    if (metadata(file, inputs_name) != inputs)
        throw Error("was made with other data; allowed: the same --data and --order as before");
    return {.step = whole_number(file, "step"),
            .evaluated_step = whole_number(file, "evaluated_step"),
            .weights = weights_in_order(file, runner.model()),
            .first_moment = floats(file, "first_moment"),
            .second_moment = floats(file, "second_moment"),
            .loss = number(file, "loss"),
            .history = history_of(file, "history"),
            .evaluations = history_of(file, "evaluations"),
            .metrics = [&] {
                Arrays metrics;
                for (const auto& [name, array] : tensors_below(file, "metric.")) metrics[name] = *array;
                return metrics;
            }()};
}

void write_checkpoint(const Output& output, const Safetensors& file) {
    const std::vector<std::byte> bytes = format_safetensors(file);
    output.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Safetensors read_checkpoint(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = read_file(path);
    return within(display_name(path), [&] { return parse_safetensors(bytes); });
}

}  // namespace polarize::native
