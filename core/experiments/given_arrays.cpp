#include "experiments/given_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "experiments/suggest.hpp"
#include "numeric/error.hpp"

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
        throw Error(std::string(name) + ": entry " + std::to_string(i) + " is " + std::to_string(array.data[i]) +
                    "; allowed: finite numbers");
    }
}

}  // namespace

void take_sizes(Params& params, const Arrays& given, std::span<const ArraySlot> slots) {
    check_names(given, slots);
    std::vector<std::pair<std::string_view, std::string_view>> decided;  // size parameter, by which array
    for (const ArraySlot& slot : slots) {
        const auto found = given.find(slot.name);
        if (found == given.end()) continue;
        const Array& array = found->second;
        const std::string shape = std::string(slot.name) + ": shape " + shape_text(array.shape);
        if (array.shape.size() != slot.axes.size()) throw Error(shape + " is not allowed; allowed: " + axes_text(slot));

        for (std::size_t axis = 0; axis < slot.axes.size(); ++axis) {
            const std::string_view size = slot.axes[axis];
            const auto length = static_cast<double>(array.shape[axis]);
            const auto earlier =
                std::ranges::find(decided, size, &std::pair<std::string_view, std::string_view>::first);
            const bool is_fixed = earlier != decided.end() || params.is_set(size);
            if (is_fixed && params.real(size) != length) {
                const std::string by = earlier != decided.end() ? " of " + std::string(earlier->second) : " as set";
                throw Error(shape + " does not agree with " + std::string(size) + " = " + params.text(size) + by +
                            "; allowed: " + axes_text(slot));
            }
            params.set(size, length);
            if (earlier == decided.end()) decided.emplace_back(size, slot.name);
        }
        check_values(array, slot.name);
    }
}

Array given_or(const Arrays& given, const ArraySlot& slot, const Params& params, std::vector<double> drawn) {
    const auto found = given.find(slot.name);
    if (found != given.end()) return found->second;
    std::vector<std::size_t> shape;
    for (const std::string_view size : slot.axes) shape.push_back(static_cast<std::size_t>(params.integer(size)));
    return {std::move(shape), std::move(drawn)};
}

}  // namespace polarize
