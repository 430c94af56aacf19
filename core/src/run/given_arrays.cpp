#include "run/given_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <polarize/error.hpp>
#include "catalogue/suggest.hpp"
#include "numeric/number_text.hpp"

namespace polarize {

namespace {

std::string axes_text(const ArraySlot& slot) {
    std::string text = "(";
    for (std::size_t axis = 0; axis < slot.axes.size(); ++axis)
        text += (axis > 0 ? ", " : "") + std::string(slot.axes[axis]);
    return text + ")";
}

void check_names(const Arrays& given, std::span<const ArraySlot> slots) {
    std::vector<std::string_view> names;
    for (const ArraySlot& slot : slots) names.push_back(slot.name);
    for (const auto& [name, array] : given)
        if (std::ranges::find(names, name) == names.end()) throw Error(unknown_name("initial array", name, names));
}

void check_values(const Array& array, std::string_view name) {
    for (std::size_t i = 0; i < array.data.size(); ++i) {
        if (std::isfinite(array.data[i])) continue;
        throw Error(std::string(name) + ": entry " + std::to_string(i) + " is " + number_text(array.data[i]) +
                    "; allowed: finite numbers");
    }
}

}  // namespace

void take_sizes(Params& params, const Arrays& given, std::span<const ArraySlot> slots) {
    check_names(given, slots);
    std::map<std::string_view, std::string_view> decided_by;  // size parameter -> the array that gave it
    for (const ArraySlot& slot : slots) {
        const auto found = given.find(slot.name);
        if (found == given.end()) continue;
        const Array& array = found->second;
        const auto refuse = [&](const std::string& complaint) {
            return Error(std::string(slot.name) + ": shape " + shape_text(array.shape) + " " + complaint +
                         "; allowed: " + axes_text(slot));
        };
        if (array.shape.size() != slot.axes.size()) throw refuse("is not allowed");
        if (!fills_shape(array))
            throw refuse("does not agree with its " + std::to_string(array.data.size()) + " numbers");

        for (std::size_t axis = 0; axis < slot.axes.size(); ++axis) {
            const std::string_view size = slot.axes[axis];
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

Array given_or(const Arrays& given, const ArraySlot& slot, const Params& params, std::vector<double> drawn) {
    const auto found = given.find(slot.name);
    if (found != given.end()) return found->second;
    std::vector<std::size_t> shape(slot.axes.size());
    std::ranges::transform(slot.axes, shape.begin(),
                           [&](std::string_view size) { return static_cast<std::size_t>(params.integer(size)); });
    return {std::move(shape), std::move(drawn)};
}

}  // namespace polarize
