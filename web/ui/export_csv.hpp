#pragma once

#include <string>

#include <polarize/snapshot.hpp>

namespace polarize::ui {

/// A history as comma-separated values: a heading, then one row a sample. A series of several numbers has the columns
/// "alpha_1", "alpha_2" and so on. Numbers read back to the same bits.
std::string csv_text(const History& history);

}  // namespace polarize::ui
