#pragma once

#include <string>

#include "map_record.hpp"

namespace polarize::native {

/// The map as a picture, a PNG file: cells in colours, labelled axes, the scale of the colours, and what ran. Points
/// not yet computed take the colour of the next coarser one that is; grey is where the measure is not defined.
std::string map_figure(const MapRecord& record);

}  // namespace polarize::native
