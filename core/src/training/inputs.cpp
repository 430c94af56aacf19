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
        throw Error(tensor.name + ": missing; the model needs one of shape " + shape_text(tensor.shape));
    const Array& array = found->second;
    if (array.shape != tensor.shape || !fills_shape(array))
        throw Error(tensor.name + ": has shape " + shape_text(array.shape) + "; allowed: " + shape_text(tensor.shape));
    check_floats(tensor.name, array.data);
}

/// Complains about numbers outside 0 … limit − 1.
void check_below(const std::string& field, std::span<const std::int32_t> values, std::size_t limit) {
    for (const std::int32_t value : values)
        if (value < 0 || static_cast<std::size_t>(value) >= limit)
            throw Error(field + ": " + std::to_string(value) + " is out of range; allowed: 0 to " +
                        std::to_string(limit - 1));
}

void check_examples(const std::string& field, const Examples& examples, const Task& task, std::size_t count) {
    if (examples.length != task.length() || examples.kind != task.targets() ||
        examples.targets.size() != examples.count() * examples.targets_each())
        throw Error(field + ": sequences of " + std::to_string(examples.length) +
                    " tokens; allowed: " + std::to_string(task.length()) + ", with their targets");
    if (examples.count() != count)
        throw Error(field + ": " + std::to_string(examples.count()) + " sequences; allowed: " + std::to_string(count));
    check_below(field + " tokens", examples.tokens, task.token_count());
    check_below(field + " targets", examples.targets, task.class_count());
}

}  // namespace

void check_floats(const std::string& field, std::span<const double> values) {
    for (const double value : values) {
        if (!std::isfinite(value)) throw Error(field + ": holds a number that is not finite; allowed: finite numbers");
        if (!std::isfinite(static_cast<float>(value)))
            throw Error(field + ": holds " + number_text(value) + ", too large for 32-bit floats; allowed: up to " +
                        number_text(std::numeric_limits<float>::max()) + " in size");
    }
}

void check_order(const std::vector<std::int32_t>& order, std::size_t sequences) {
    if (order.size() != sequences)
        throw Error("order: " + std::to_string(order.size()) + " numbers for an epoch of " + std::to_string(sequences) +
                    " sequences; allowed: each number once");
    check_below("order", order, sequences);
    std::vector<bool> seen(sequences);
    for (const std::int32_t example : order) {
        if (seen[static_cast<std::size_t>(example)])
            throw Error("order: " + std::to_string(example) + " comes twice in an epoch; allowed: each number once");
        seen[static_cast<std::size_t>(example)] = true;
    }
}

void check_weights(const std::vector<TensorInfo>& layout, const Arrays& weights) {
    const std::vector<std::string_view> names = names_of(layout);
    for (const auto& [name, array] : weights)
        if (std::ranges::find(names, name) == names.end()) {
            const std::string_view near = nearest(name, names);
            throw Error(quoted(name) + ": is no tensor of this model" +
                        (near.empty() ? "; allowed: its " + std::to_string(names.size()) + " tensors"
                                      : "; did you mean " + quoted(near) + "?"));
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

void check_inputs(const Params& params, const Task& task, const TrainingInputs& inputs) {
    const auto sequences = static_cast<std::size_t>(params.integer("sequences"));
    const bool is_fresh = params.choice("data") == "fresh";
    if (is_fresh && (inputs.data || !inputs.orders.empty()))
        throw Error("data: fresh draws its own sequences; allowed: fixed, where data or an order are given");
    if (inputs.data) check_examples("data", *inputs.data, task, sequences);
    if (inputs.evaluation)
        check_examples("evaluation data", *inputs.evaluation, task,
                       static_cast<std::size_t>(params.integer("evaluation_sequences")));
    for (const auto& order : inputs.orders) check_order(order, sequences);
}

}  // namespace polarize
