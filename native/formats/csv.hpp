#pragma once

#include <string>

#include <polarize/history.hpp>

namespace polarize::native {

/// The history as comma-separated values: a line of names, then a line for each sample. A series of width 1 is one
/// column of its name, a wider one the columns name_0, name_1 …. Numbers read back to the same bits; a cell is empty
/// where a number is not finite (the logarithm of t at the start of a flow).
std::string csv_text(const History& history);

}  // namespace polarize::native
