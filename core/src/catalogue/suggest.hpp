#pragma once

#include <span>
#include <string>
#include <string_view>

namespace polarize {

/// The candidate nearest to `name` by edit distance, or "" where none is near (more than half of its letters differ).
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

/// The message for a `value` of `field` that is none of the `allowed` names: it lists them and suggests the nearest.
std::string unknown_name(std::string_view field, std::string_view value, std::span<const std::string_view> allowed);

}  // namespace polarize
