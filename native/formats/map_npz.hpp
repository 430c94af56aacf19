#pragma once

#include <string>

#include "map_record.hpp"

namespace polarize::native {

/// The bytes of a `.npz` file of the map: x and y (the axes' values), z (y × x, NaN where not computed or undefined),
/// computed (of the same shape, 1 where computed), x_name, y_name and measure as bytes of UTF-8, and `summary`, the
/// JSON object of everything else (see map_summary_json).
std::string map_npz(const MapRecord& record);

}  // namespace polarize::native
