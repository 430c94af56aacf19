#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "map_record.hpp"

namespace polarize::native {

/// The record without its points: experiment, status, measure, x, y, params (those that all points share), count,
/// threshold, points, computed, diverged, stuck, time_unit, flow_steps, wall_s, threads, isa, version.
nlohmann::ordered_json map_summary_json(const MapRecord& record);

/// Where the points of `axis` are.
std::vector<double> axis_values(const MapAxis& axis);

/// The summary with the axes' `values` and `z`, a row for each value of y, as one JSON object, an entry to a line. What
/// was not computed or is undefined is null.
std::string map_json(const MapRecord& record);

}  // namespace polarize::native
