#pragma once

#include <string_view>

#include <polarize/phase_map.hpp>

namespace polarize::native {

/// A phase map that has ended: what every output format is made from.
struct MapRecord {
    Params params;  ///< that all points share
    PhaseMapSettings settings;
    PhaseMapResult result;
    double seconds = 0;  ///< wall-clock time of the computation
    std::string_view isa;

    bool interrupted() const { return result.finished < result.z.size(); }
    std::string_view status() const { return interrupted() ? "interrupted" : "finished"; }
    std::string_view measure() const { return enum_name(settings.measure); }
};

}  // namespace polarize::native
