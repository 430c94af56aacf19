#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <polarize/params.hpp>

namespace polarize::native {

// What the tables for people share.

inline constexpr std::size_t page_width = 100;

/// `value` to five digits.
std::string show(double value);

/// The experiment's id and title on a line, then all parameters with their values.
std::string params_heading(const Params& params);

/// A bar as long as |value| is against |largest|, at most 40 characters.
std::string bar(double value, double largest);

/// The first and the last of `count` rows and some between them, evenly spread, at most `most`.
std::vector<std::size_t> spread_rows(std::size_t count, std::size_t most);

}  // namespace polarize::native
