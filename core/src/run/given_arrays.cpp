#include "run/given_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <polarize/error.hpp>
#include <polarize/text.hpp>

namespace polarize {

namespace {

std::string_view name_of(const ArrayAxis& axis, const Experiment& experiment) {
    return experiment.find(axis.row)->name;
}

/// "(d, k)"
std::string axes_text(const ArraySlot& slot, const Experiment& experiment) {
    std::string text = "(";
    for (std::size_t axis = 0; axis < slot.axes.size(); ++axis)
        text += (axis > 0 ? ", " : "") + std::string(name_of(slot.axes[axis], experiment));
    return text + ")";
}

void check_names(const Arrays& given, std::span<const ArraySlot> slots) {
    std::vector<std::string_view> names;
    for (const ArraySlot& slot : slots) names.push_back(slot.name);
    for (const auto& [name, array] : given)
        if (std::ranges::find(names, name) == names.end()) throw unknown_name("initial array", name, names);
}

void check_values(const Array& array, std::string_view name) {
    for (std::size_t i = 0; i < array.data.size(); ++i)
        if (!std::isfinite(array.data[i]))
            throw refused(name, "entry " + std::to_string(i), "is " + number_text(array.data[i]), "finite numbers",
                          ErrorCode::not_finite);
}

}  // namespace

void take_sizes(Params& params, const Arrays& given, std::span<const ArraySlot> slots) {
    check_names(given, slots);
    std::map<std::string_view, std::string_view> decided_by;  // size parameter -> the array that gave it
    for (const ArraySlot& slot : slots) {
        const auto found = given.find(slot.name);
        if (found == given.end()) continue;
        const Array& array = found->second;
        const auto refuse = [&](const std::string& problem) {
            return refused(slot.name, "shape " + shape_text(array.shape), problem, axes_text(slot, params.experiment()),
                           ErrorCode::wrong_shape);
        };
        if (array.shape.size() != slot.axes.size()) throw refuse("is not allowed");
        if (!fills_shape(array))
            throw refuse("does not agree with its " + std::to_string(array.data.size()) + " numbers");

        for (std::size_t axis = 0; axis < slot.axes.size(); ++axis) {
            const std::string_view size = name_of(slot.axes[axis], params.experiment());
            const auto length = static_cast<double>(array.shape[axis]);
            const bool is_decided = decided_by.contains(size);
            if ((is_decided || params.is_set(size)) && params.real(size) != length) {
                const std::string by = is_decided ? " of " + std::string(decided_by.at(size)) : " as set";
                throw refuse("does not agree with " + std::string(size) + " = " + params.text(size) + by);
            }
            params.set(size, length);
            decided_by.try_emplace(size, slot.name);
        }
        check_values(array, slot.name);
    }
}

Array given_or(const Arrays& given, const ArraySlot& slot, const RunConfig& config, std::vector<double> drawn) {
    const auto found = given.find(slot.name);
    if (found != given.end()) return found->second;
    std::vector<std::size_t> shape(slot.axes.size());
    std::ranges::transform(slot.axes, shape.begin(), [&](const ArrayAxis& axis) { return config.*axis.size; });
    return {std::move(shape), std::move(drawn)};
}

}  // namespace polarize
