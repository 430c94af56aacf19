#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <polarize/enum_names.hpp>
#include <polarize/error.hpp>

namespace polarize {

/// The shortest text that reads back to the same bits, e.g. "0.1", "1000000", "1e-05"; "inf", "-inf" or "nan".
std::string number_text(double value);

/// The candidate nearest to `name` by edit distance, or "" where none is near (more than half of its letters differ).
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

/// The refusal of a `value` of `field` that is none of the `allowed` names: it lists them and suggests the nearest.
Error unknown_name(std::string_view field, std::string_view value, std::span<const std::string_view> allowed);

/// The value of an enum that is called `name`. Throws Error that suggests the nearest where there is none.
template <class Enum>
Enum enum_called(std::string_view field, std::string_view name) {
    for (std::size_t i = 0; i < kEnumNames<Enum>.size(); ++i)
        if (kEnumNames<Enum>[i] == name) return static_cast<Enum>(i);
    throw unknown_name(field, name, kEnumNames<Enum>);
}

}  // namespace polarize
