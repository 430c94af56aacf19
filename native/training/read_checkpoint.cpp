#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/training.hpp>
#include "formats/number.hpp"
#include "system/input_file.hpp"
#include "system/machine.hpp"
#include "training/checkpoint.hpp"
#include "training/checkpoint_names.hpp"
#include "training/checksum.hpp"
#include "within.hpp"

namespace polarize::native {
namespace {

constexpr const char* metadata_field = "__metadata__";

std::string tensor_name(std::string_view name) { return std::string(checkpoint_prefix).append(name); }

std::string entry(const Metadata& metadata, const std::string& name) {
    const auto found = metadata.find(name);
    return found == metadata.end() ? "" : found->second;
}

/// The parts of a checkpoint's file, each of which can be taken once.
class Parts {
  public:
    explicit Parts(Safetensors file) : tensors_(std::move(file.tensors)) {}

    SafeTensor take(const std::string& name) {
        auto found = tensors_.extract(name);
        if (found.empty()) throw refused(polarize::quoted(name), "", "missing", "", ErrorCode::missing);
        return std::move(found.mapped());
    }

    template <class T>
    std::vector<T> numbers(const std::string& name, std::string_view type) {
        return typed<T>(tensor_name(name), take(tensor_name(name)), type);
    }

    template <class T>
    T number(const std::string& name, std::string_view type) {
        const std::string full = tensor_name(name);
        SafeTensor tensor = take(full);
        if (!tensor.shape.empty())
            throw refused(polarize::quoted(full), "has shape " + shape_text(tensor.shape), "", "(), a single number",
                          ErrorCode::wrong_shape);
        return typed<T>(full, std::move(tensor), type)[0];
    }

    /// Numbers that are weights, or go with them.
    std::vector<float> floats(const std::string& name) { return floats_of(name, take(name)); }

    /// The weights in the order of `layout`, and nothing beside them.
    std::vector<float> weights(const std::vector<TensorInfo>& layout) {
        std::vector<float> in_order;
        in_order.reserve(layout.empty() ? 0 : layout.back().offset + layout.back().size);
        for (const TensorInfo& expected : layout) {
            SafeTensor tensor = take(expected.name);
            if (tensor.shape != expected.shape)
                throw refused(polarize::quoted(expected.name), "has shape " + shape_text(tensor.shape), "",
                              shape_text(expected.shape), ErrorCode::wrong_shape);
            const std::vector<float> values = floats_of(expected.name, std::move(tensor));
            in_order.insert(in_order.end(), values.begin(), values.end());
        }
        for (const auto& [name, tensor] : tensors_)
            if (!is_checkpoint_tensor(name))
                throw refused(polarize::quoted(name), "", "is no tensor of this model",
                              "its " + std::to_string(layout.size()) + " tensors", ErrorCode::unknown_name);
        return in_order;
    }

    /// The tensors whose names begin with `start`, by the rest of their names.
    Arrays arrays_below(const std::string& start) {
        Arrays arrays;
        for (auto found = tensors_.lower_bound(start); found != tensors_.end() && found->first.starts_with(start);
             found = tensors_.erase(found))
            arrays[found->first.substr(start.size())] = real_array(found->first, std::move(found->second));
        return arrays;
    }

  private:
    static std::vector<float> floats_of(const std::string& name, SafeTensor tensor) {
        auto* const floats = std::get_if<std::vector<float>>(&tensor.numbers);
        if (floats != nullptr && std::ranges::all_of(*floats, [](float x) { return std::isfinite(x); }))
            return std::move(*floats);
        const Array array = real_array(name, std::move(tensor));
        check_floats(polarize::quoted(name), array.data);
        return {array.data.begin(), array.data.end()};
    }

    template <class T>
    static std::vector<T> typed(const std::string& name, SafeTensor tensor, std::string_view type) {
        auto* const numbers = std::get_if<std::vector<T>>(&tensor.numbers);
        if (numbers == nullptr)
            throw refused(polarize::quoted(name), "", "holds numbers of another type", "dtype " + std::string(type),
                          ErrorCode::malformed);
        return std::move(*numbers);
    }

    std::map<std::string, SafeTensor> tensors_;
};

History history_of(Parts& parts, const std::string& name) {
    History history{.steps = parts.numbers<std::int64_t>(name + ".step", "I64"), .series = {}};
    const std::string below = tensor_name(name + ".series.");
    for (auto& [series, array] : parts.arrays_below(below)) {
        const std::size_t point = series.find('.');
        if (array.shape.size() != 2 || array.shape[0] != history.samples() || point == std::string::npos)
            throw refused(polarize::quoted(below + series), "",
                          "does not fit its " + std::to_string(history.samples()) + " samples", "",
                          ErrorCode::wrong_shape);
        history.series.push_back({series.substr(point + 1), array.shape[1], std::move(array.data)});
    }
    return history;
}

/// Complains where there is less memory than the numbers take.
void check_memory(const SafetensorsHeader& header) {
    constexpr double gigabyte = 1e9;
    constexpr int digits = 3;
    const auto needed = static_cast<double>(header.data_size());
    const double available = memory_to_spare();
    if (needed > available)
        throw refused("memory", short_number(needed / gigabyte, digits) + " GB of numbers", "are in it",
                      "the " + short_number(available / gigabyte, digits) + " GB that there are to spare",
                      ErrorCode::not_enough);
}

Params params_of(const Metadata& metadata, const Experiment& experiment) {
    const std::string version = entry(metadata, version_name);
    if (version.empty())
        throw refused(metadata_field, "", "says nothing of a checkpoint", "what --checkpoint wrote",
                      ErrorCode::malformed);
    if (version != unchecked_version && version != present_version)
        throw refused(metadata_field, "checkpoint version " + polarize::quoted(version), "",
                      std::string(unchecked_version).append(", ").append(present_version), ErrorCode::malformed);
    const std::string id = entry(metadata, experiment_name);
    if (id != experiment.id)
        throw refused(metadata_field, "a checkpoint of " + polarize::quoted(id), "", polarize::quoted(experiment.id),
                      ErrorCode::conflict);
    Params params(experiment);
    for (const Parameter& parameter : experiment.parameters) {
        const std::string name = std::string(parameter_prefix).append(parameter.name);
        if (!metadata.contains(name))
            throw refused(metadata_field, polarize::quoted(name), "is missing", "", ErrorCode::missing);
        params.set(parameter.name, metadata.at(name));
    }
    return params;
}

}  // namespace

void check_undamaged(const Safetensors& file) {
    if (entry(file.metadata, version_name) != present_version) return;
    const std::string written = entry(file.metadata, checksum_name);
    if (written.empty())
        throw refused(metadata_field, polarize::quoted(checksum_name), "is missing", "", ErrorCode::missing);
    const std::string present = checksum_of(file.metadata, views_of(file));
    if (present != written)
        throw refused("damaged", "its checksum is " + present, "", written + ", as it was written",
                      ErrorCode::malformed);
}

Checkpoint read_checkpoint(const std::filesystem::path& path, const Experiment& experiment) {
    InputFile input(path);
    return within(input.name(), [&] {
        SafetensorsReader reader([&](std::span<std::byte> bytes) { return input.read(bytes); }, input.size());
        const Params params = params_of(reader.header().metadata, experiment);
        check_memory(reader.header());
        Checkpoint checkpoint{params, reader.read()};
        check_undamaged(checkpoint.file);
        return checkpoint;
    });
}

TrainingState checkpoint_state(Safetensors file, const TrainingRunner& runner, const std::string& inputs) {
    if (entry(file.metadata, inputs_name) != inputs)
        throw refused("", "", "was made with other data", "the same --data and --order as before", ErrorCode::conflict);
    Parts parts(std::move(file));
    TrainingState state;
    state.step = parts.number<std::int64_t>("step", "I64");
    state.evaluated_step = parts.number<std::int64_t>("evaluated_step", "I64");
    state.weights = parts.weights(runner.layout());
    state.first_moment = parts.floats(tensor_name("first_moment"));
    state.second_moment = parts.floats(tensor_name("second_moment"));
    state.loss = parts.number<double>("loss", "F64");
    state.history = history_of(parts, "history");
    state.evaluations = history_of(parts, "evaluations");
    state.metrics = parts.arrays_below(tensor_name("metric."));
    return state;
}

}  // namespace polarize::native
