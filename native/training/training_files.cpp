#include "training/training_files.hpp"

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/text.hpp>
#include <polarize/training.hpp>
#include "arrays/npy.hpp"
#include "arrays/npz.hpp"
#include "system/input_file.hpp"
#include "within.hpp"

namespace polarize::native {
namespace {

bool starts_with(std::span<const std::byte> bytes, std::string_view mark) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return text.starts_with(mark);
}

[[noreturn]] void refuse_number(const std::string& name, double value, const std::string& thing, std::size_t limit) {
    throw refused(name, value, "is not a " + thing, "integers from 0 to " + std::to_string(limit - 1));
}

/// The numbers of the array `name` as whole numbers below `limit`, each of which is a `thing`.
std::vector<std::int32_t> whole_numbers(const std::string& name, std::span<const double> values,
                                        const std::string& thing, std::size_t limit) {
    std::vector<std::int32_t> whole;
    whole.reserve(values.size());
    for (const double value : values) {
        const bool fits = value >= 0 && value < static_cast<double>(limit) && value == std::floor(value);
        if (!fits) refuse_number(name, value, thing, limit);
        whole.push_back(static_cast<std::int32_t>(value));
    }
    return whole;
}

/// The arrays of a data file; those of a `.npy` file are the ids.
Arrays read_data_arrays(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = read_file(path);
    return within(display_name(path), [&] {
        if (starts_with(bytes, "\x93NUMPY")) return Arrays{{"ids", parse_npy(bytes)}};
        Arrays arrays = parse_npz(bytes, [](std::string_view) { return true; });
        for (const auto& [name, array] : arrays)
            if (name != "ids" && name != "labels" && name != "eval_ids" && name != "eval_labels")
                throw refused("", polarize::quoted(name), "is not known", "ids, labels, eval_ids, eval_labels",
                              ErrorCode::unknown_name);
        return arrays;
    });
}

/// The sequences called `name` of `task`: as many tokens as it reads, and the one to predict last where the targets are
/// tokens.
std::vector<std::int32_t> ids_of(const Arrays& arrays, const std::string& name, const TaskShape& task) {
    const auto found = arrays.find(name);
    if (found == arrays.end()) throw refused(name, "", "missing", "an array of sequences", ErrorCode::missing);
    const std::vector<std::size_t>& shape = found->second.shape;
    const bool has_next = task.targets == Targets::every_position;
    const std::size_t tokens = task.length + (has_next ? 1 : 0);
    if (shape.size() != 2 || shape[0] == 0 || shape[1] != tokens)
        throw refused(name, "", "has shape " + shape_text(shape),
                      "(sequences, " + std::to_string(tokens) + "), " + std::to_string(task.length) +
                          " tokens that the model reads" + (has_next ? " and the next" : ""),
                      ErrorCode::wrong_shape);
    return whole_numbers(name, found->second.data, "token", task.tokens);
}

/// The labels called `name` of `count` sequences.
std::vector<std::int32_t> labels_of(const Arrays& arrays, const std::string& name, const TaskShape& task,
                                    std::size_t count) {
    const auto found = arrays.find(name);
    if (found == arrays.end()) throw refused(name, "", "missing", "a label for each sequence", ErrorCode::missing);
    if (found->second.shape != std::vector{count})
        throw refused(name, "", "has shape " + shape_text(found->second.shape), "(" + std::to_string(count) + ")",
                      ErrorCode::wrong_shape);
    return whole_numbers(name, found->second.data, "label", task.classes);
}

/// The sequences called `ids_name` of `task`, with their labels where it has labels.
Examples examples_of(const Arrays& arrays, const std::string& ids_name, const std::string& labels_name,
                     const TaskShape& task) {
    const std::vector<std::int32_t> tokens = ids_of(arrays, ids_name, task);
    const std::size_t length = task.length;
    if (task.targets == Targets::last_position)
        return {.length = length,
                .kind = task.targets,
                .tokens = tokens,
                .targets = labels_of(arrays, labels_name, task, tokens.size() / length)};
    Examples examples{.length = length, .kind = task.targets, .tokens = {}, .targets = {}};
    for (auto first = tokens.begin(); first != tokens.end();) {
        const auto end = first + static_cast<std::ptrdiff_t>(length + 1);
        examples.tokens.insert(examples.tokens.end(), first, end - 1);
        examples.targets.insert(examples.targets.end(), first + 1, end);
        first = end;
    }
    return examples;
}

/// Complains about arrays that would not be read.
void check_all_are_read(const Arrays& arrays, const TaskShape& task) {
    for (const std::string name : {"labels", "eval_labels"})
        if (task.targets == Targets::every_position && arrays.contains(name))
            throw refused(name, "", "are not read where the next token is predicted", "ids, eval_ids",
                          ErrorCode::conflict);
    if (arrays.contains("eval_labels") && !arrays.contains("eval_ids"))
        throw refused("eval_labels", "", "has no sequences", "with eval_ids", ErrorCode::missing);
}

/// Makes the parameter `name` the number of sequences of a file. Throws Error where it was set to another one.
void take_count(Params& params, std::string_view name, std::size_t count) {
    const auto value = static_cast<double>(count);
    if (params.is_set(name) && params.real(name) != value)
        throw refused("", "holds " + std::to_string(count) + " sequences,",
                      "and " + std::string(name) + " is " + params.text(name), "the same number", ErrorCode::conflict);
    params.set(name, value);
}

}  // namespace

void read_data(const std::filesystem::path& path, Params& params, TrainingInputs& inputs) {
    const Arrays arrays = read_data_arrays(path);
    within(display_name(path), [&] {
        const TaskShape task = shape_of(training_config(params).task);
        check_all_are_read(arrays, task);
        inputs.data = examples_of(arrays, "ids", "labels", task);
        take_count(params, "sequences", inputs.data->count());
        if (!arrays.contains("eval_ids")) return;
        inputs.evaluation = examples_of(arrays, "eval_ids", "eval_labels", task);
        take_count(params, "evaluation_sequences", inputs.evaluation->count());
    });
}

EpochOrders read_orders(const std::filesystem::path& path, const Params& params) {
    const std::vector<std::byte> bytes = read_file(path);
    return within(display_name(path), [&] {
        const Array array = parse_npy(bytes);
        const auto sequences = static_cast<std::size_t>(params.integer("sequences"));
        if (array.shape.empty() || array.shape.size() > 2 || array.shape.back() != sequences || array.data.empty()) {
            const std::string count = std::to_string(sequences);
            throw refused("order", "", "has shape " + shape_text(array.shape),
                          "(" + count + ") or (epochs, " + count + "), the number of each sequence once",
                          ErrorCode::wrong_shape);
        }
        const std::vector<std::int32_t> numbers = whole_numbers("order", array.data, "number of a sequence", sequences);
        EpochOrders orders;
        for (auto first = numbers.begin(); first != numbers.end(); first += static_cast<std::ptrdiff_t>(sequences)) {
            orders.emplace_back(first, first + static_cast<std::ptrdiff_t>(sequences));
            check_order(orders.back(), sequences);
        }
        return orders;
    });
}

}  // namespace polarize::native
