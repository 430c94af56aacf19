#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <polarize/array.hpp>
#include <polarize/params.hpp>
#include "catalogue/run_config.hpp"

namespace polarize {

/// A size that axes of arrays follow: the member that holds it, and its row of the catalogue.
struct ArrayAxis {
    std::size_t RunConfig::* size;
    Binding row;
};
inline constexpr ArrayAxis kTokensAxis{&RunConfig::k, Binding::to<&RunConfig::k>()};
inline constexpr ArrayAxis kFeaturesAxis{&RunConfig::d, Binding::to<&RunConfig::d>()};
inline constexpr ArrayAxis kRowsAxis{&RunConfig::n, Binding::to<&RunConfig::n>()};

/// An array that a run starts from: its name and the sizes that its axes follow, e.g. V: (d, k).
struct ArraySlot {
    std::string_view name;
    std::vector<ArrayAxis> axes;
};

/// Checks `given` against `slots` (names, number of axes, sizes that agree with each other and with parameters that
/// were set, finite values) and writes the sizes into `params`. Throws Error that names the array; `params` is then
/// unusable.
void take_sizes(Params& params, const Arrays& given, std::span<const ArraySlot> slots);

/// The array of `slot` for the sizes in `config`: the given one, or one made of `drawn`, which has as many values.
Array given_or(const Arrays& given, const ArraySlot& slot, const RunConfig& config, std::vector<double> drawn);

}  // namespace polarize
