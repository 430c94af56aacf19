#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <polarize/catalogue.hpp>

namespace polarize {

/// The values of one parameter along a side of a phase map: evenly spaced from `low` to `high`, or evenly in the
/// logarithm. Those of a whole-number parameter are rounded.
struct MapAxis {
    std::string name;
    double low = 0;
    double high = 0;
    std::size_t count = 1;
    bool logarithmic = false;
    bool whole = false;

    double value(std::size_t index) const;

    bool operator==(const MapAxis&) const = default;
};

/// Most values that an axis may have.
inline constexpr std::size_t kLargestAxis = 4096;

/// Reads "NAME=LOW:HIGH:COUNT" or "NAME=LOW:HIGH:COUNT:log" for a parameter of `experiment` that is a number. Throws
/// Error that begins with `field`.
MapAxis parse_axis(std::string_view field, std::string_view text, const Experiment& experiment);

}  // namespace polarize
