#include "training/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <polarize/error.hpp>
#include <polarize/text.hpp>

namespace polarize {

namespace {

std::vector<std::string_view> names_of(const std::vector<TensorInfo>& layout) {
    std::vector<std::string_view> names;
    names.reserve(layout.size());
    for (const TensorInfo& tensor : layout) names.push_back(tensor.name);
    return names;
}

void check_tensor(const TensorInfo& tensor, const Arrays& weights) {
    const auto found = weights.find(tensor.name);
    if (found == weights.end())
        throw refused(tensor.name, "", "missing", "a tensor of shape " + shape_text(tensor.shape), ErrorCode::missing);
    const Array& array = found->second;
    if (array.shape != tensor.shape || !fills_shape(array))
        throw refused(tensor.name, "", "has shape " + shape_text(array.shape), shape_text(tensor.shape),
                      ErrorCode::wrong_shape);
    check_floats(tensor.name, array.data);
}

/// Complains about numbers outside 0 … limit − 1.
void check_below(const std::string& field, std::span<const std::int32_t> values, std::size_t limit) {
    for (const std::int32_t value : values)
        if (value < 0 || static_cast<std::size_t>(value) >= limit)
            throw refused(field, value, "0 to " + std::to_string(limit - 1));
}

void check_examples(const std::string& field, const Examples& examples, const TaskShape& shape, std::size_t count) {
    if (examples.length != shape.length || examples.kind != shape.targets ||
        examples.targets.size() != examples.count() * examples.targets_each())
        throw refused(field, "sequences of " + std::to_string(examples.length) + " tokens", "",
                      std::to_string(shape.length) + ", with their targets", ErrorCode::wrong_shape);
    if (examples.count() != count)
        throw refused(field, std::to_string(examples.count()) + " sequences", "", std::to_string(count),
                      ErrorCode::wrong_shape);
    check_below(field + " tokens", examples.tokens, shape.tokens);
    check_below(field + " targets", examples.targets, shape.classes);
}

}  // namespace

void check_floats(const std::string& field, std::span<const double> values) {
    for (const double value : values) {
        if (!std::isfinite(value))
            throw refused(field, "", "holds a number that is not finite", "finite numbers", ErrorCode::not_finite);
        if (!std::isfinite(static_cast<float>(value)))
            throw refused(field, "", "holds " + number_text(value) + ", too large for 32-bit floats",
                          "up to " + number_text(std::numeric_limits<float>::max()) + " in size");
    }
}

void check_order(const std::vector<std::int32_t>& order, std::size_t sequences) {
    if (order.size() != sequences)
        throw refused("order", order.size(), "numbers for an epoch of " + std::to_string(sequences) + " sequences",
                      "each number once", ErrorCode::wrong_shape);
    check_below("order", order, sequences);
    std::vector<bool> seen(sequences);
    for (const std::int32_t example : order) {
        if (seen[static_cast<std::size_t>(example)])
            throw refused("order", example, "comes twice in an epoch", "each number once", ErrorCode::conflict);
        seen[static_cast<std::size_t>(example)] = true;
    }
}

void check_weights(const std::vector<TensorInfo>& layout, const Arrays& weights) {
    const std::vector<std::string_view> names = names_of(layout);
    for (const auto& [name, array] : weights)
        if (std::ranges::find(names, name) == names.end()) {
            const std::string_view near = nearest(name, names);
            throw Error(quoted(name) + ": is not a tensor of this model" +
                            (near.empty() ? "; allowed: its " + std::to_string(names.size()) + " tensors"
                                          : "; did you mean " + quoted(near) + "?"),
                        ErrorCode::unknown_name);
        }
    for (const TensorInfo& tensor : layout) check_tensor(tensor, weights);
}

void load_weights(Transformer<float>& model, const Arrays& weights) {
    check_weights(model.layout(), weights);
    for (const TensorInfo& tensor : model.layout())
        std::ranges::transform(weights.find(tensor.name)->second.data, model.tensor(tensor.name).begin(),
                               [](double x) { return static_cast<float>(x); });
}

Arrays weights_of(const Transformer<float>& model) {
    Arrays weights;
    for (const TensorInfo& tensor : model.layout()) {
        const auto values = model.tensor(tensor.name);
        weights[tensor.name] = {tensor.shape, {values.begin(), values.end()}};
    }
    return weights;
}

void check_inputs(const TrainingConfig& config, const TrainingInputs& inputs) {
    if (config.data.source == DataSource::fresh && (inputs.data || !inputs.orders.empty()))
        throw refused("data", "fresh", "draws its own sequences", "fixed, where data or an order are given",
                      ErrorCode::conflict);
    const TaskShape shape = shape_of(config.task);
    if (inputs.data) check_examples("data", *inputs.data, shape, config.data.sequences);
    if (inputs.evaluation)
        check_examples("evaluation data", *inputs.evaluation, shape, config.data.evaluation_sequences);
    for (const auto& order : inputs.orders) check_order(order, config.data.sequences);
}

}  // namespace polarize
