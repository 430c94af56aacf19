#include "training/training_files.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "arrays/npy.hpp"
#include "arrays/npz.hpp"
#include "arrays/safetensors.hpp"
#include "experiments/training_inputs.hpp"
#include "formats/npz_file.hpp"
#include "numeric/error.hpp"
#include "system/atomic_file.hpp"
#include "system/read_file.hpp"
#include "training/checkpoint.hpp"

namespace polarize::native {
namespace {

bool starts_with(std::span<const std::byte> bytes, std::string_view mark) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return text.starts_with(mark);
}

/// `action` with the file's name before what it complains about.
template <class Action>
auto about(const std::filesystem::path& path, const Action& action) {
    try {
        return action();
    } catch (const Error& error) {
        throw Error(path.string() + ": " + error.what());
    }
}

/// The numbers of an array as whole numbers that tokens, labels and orders can be.
std::vector<std::int32_t> whole_numbers(const std::string& name, std::span<const double> values) {
    std::vector<std::int32_t> whole;
    whole.reserve(values.size());
    for (const double value : values) {
        const bool fits = value >= 0 && value <= std::numeric_limits<std::int32_t>::max() && value == std::floor(value);
        if (!fits)
            throw Error(name + ": " + std::to_string(value) + " is not a token; allowed: whole numbers from 0 on");
        whole.push_back(static_cast<std::int32_t>(value));
    }
    return whole;
}

/// The arrays of a data file; those of a `.npy` file are the ids.
Arrays read_data_arrays(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = read_file(path);
    if (starts_with(bytes, "\x93NUMPY")) return about(path, [&] { return Arrays{{"ids", parse_npy(bytes)}}; });
    const Arrays arrays = read_npz(path, [](std::string_view) { return true; });
    for (const auto& [name, array] : arrays)
        if (name != "ids" && name != "labels" && name != "eval_ids" && name != "eval_labels")
            throw Error(path.string() + ": " + polarize::quoted(name) +
                        " is not known; allowed: ids, labels, eval_ids, eval_labels");
    return arrays;
}

/// The sequences called `ids_name`, with their labels where the task has labels.
Examples examples_of(const Arrays& arrays, const std::string& ids_name, const std::string& labels_name,
                     Targets targets) {
    const auto ids = arrays.find(ids_name);
    if (ids == arrays.end()) throw Error(ids_name + ": missing");
    const Array& sequences = ids->second;
    if (sequences.shape.size() != 2 || sequences.shape[1] < 2)
        throw Error(ids_name + ": has shape " + shape_text(sequences.shape) + "; allowed: (sequences, tokens)");
    const std::vector<std::int32_t> tokens = whole_numbers(ids_name, sequences.data);
    if (targets == Targets::last_position) {
        const auto labels = arrays.find(labels_name);
        if (labels == arrays.end()) throw Error(labels_name + ": missing; each sequence needs its label");
        if (labels->second.shape != std::vector{sequences.shape[0]})
            throw Error(labels_name + ": has shape " + shape_text(labels->second.shape) + "; allowed: (" +
                        std::to_string(sequences.shape[0]) + ")");
        return {.length = sequences.shape[1],
                .kind = targets,
                .tokens = tokens,
                .targets = whole_numbers(labels_name, labels->second.data)};
    }
    Examples examples{.length = sequences.shape[1] - 1, .kind = targets, .tokens = {}, .targets = {}};
    for (auto first = tokens.begin(); first != tokens.end();) {
        const auto end = first + static_cast<std::ptrdiff_t>(sequences.shape[1]);
        examples.tokens.insert(examples.tokens.end(), first, end - 1);
        examples.targets.insert(examples.targets.end(), first + 1, end);
        first = end;
    }
    return examples;
}

/// Makes the parameter `name` the number of sequences of a file. Throws Error where it was set to another one.
void take_count(Params& params, std::string_view name, std::size_t count) {
    const auto value = static_cast<double>(count);
    if (params.is_set(name) && params.real(name) != value)
        throw Error("holds " + std::to_string(count) + " sequences, and " + std::string(name) + " is " +
                    params.text(name) + "; allowed: the same number");
    params.set(name, value);
}

}  // namespace

Arrays read_weights(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = read_file(path);
    if (starts_with(bytes, "PK")) return read_npz(path, [](std::string_view name) { return !is_result_name(name); });
    return about(path, [&] {
        Arrays weights;
        for (auto& [name, tensor] : parse_safetensors(bytes).tensors)
            if (!is_checkpoint_tensor(name)) weights[name] = std::move(tensor.array);
        return weights;
    });
}

void read_data(const std::filesystem::path& path, Params& params, TrainingInputs& inputs) {
    const Arrays arrays = read_data_arrays(path);
    about(path, [&] {
        const Targets targets = task_of(params)->targets();
        inputs.data = examples_of(arrays, "ids", "labels", targets);
        take_count(params, "sequences", inputs.data->count());
        if (!arrays.contains("eval_ids")) return;
        inputs.evaluation = examples_of(arrays, "eval_ids", "eval_labels", targets);
        take_count(params, "evaluation_sequences", inputs.evaluation->count());
    });
}

EpochOrders read_orders(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = read_file(path);
    return about(path, [&] {
        const Array array = parse_npy(bytes);
        if (array.shape.empty() || array.shape.size() > 2 || array.data.empty())
            throw Error("has shape " + shape_text(array.shape) + "; allowed: (epochs, sequences) or (sequences)");
        const std::vector<std::int32_t> numbers = whole_numbers("order", array.data);
        const auto sequences = static_cast<std::ptrdiff_t>(array.shape.back());
        EpochOrders orders;
        for (auto first = numbers.begin(); first != numbers.end(); first += sequences)
            orders.emplace_back(first, first + sequences);
        return orders;
    });
}

void write_weights(const std::filesystem::path& path, const Transformer<float>& model) {
    Safetensors file{.metadata = {{"format", "pt"}}, .tensors = {}};
    for (auto& [name, array] : weights_of(model)) file.tensors[name] = {TensorType::f32, std::move(array)};
    const std::vector<std::byte> bytes = format_safetensors(file);
    AtomicFile target(path, "--weights");
    target.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    target.commit();
}

}  // namespace polarize::native
