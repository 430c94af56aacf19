#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <polarize/array.hpp>
#include <polarize/params.hpp>

namespace polarize {

/// An array that an experiment starts from: its name and the size parameters that its axes follow, e.g. V: (d, k).
struct ArraySlot {
    std::string_view name;
    std::vector<std::string_view> axes;
};

/// Checks `given` against `slots` (names, number of axes, sizes that agree with each other and with parameters that
/// were set, finite values) and writes the sizes into `params`. Throws Error that names the array; `params` is then
/// unusable.
void take_sizes(Params& params, const Arrays& given, std::span<const ArraySlot> slots);

/// The array of `slot` for the sizes in `params`: the given one, or one made of `drawn`, which has as many values.
Array given_or(const Arrays& given, const ArraySlot& slot, const Params& params, std::vector<double> drawn);

}  // namespace polarize
