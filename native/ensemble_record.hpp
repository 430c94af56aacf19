#pragma once

#include <cstddef>
#include <string_view>

#include <polarize/ensemble.hpp>

namespace polarize::native {

/// An ensemble that has ended: what every output format is made from.
struct EnsembleRecord {
    Params params;  ///< that the flows share, the ensemble's seed among them
    double threshold = 0.5;
    EnsembleResult result;
    double seconds = 0;  ///< wall-clock time of the computation
    std::size_t threads = 1;
    std::string_view isa;

    bool interrupted() const { return result.finished < result.count; }
    std::string_view status() const { return interrupted() ? "interrupted" : "finished"; }
    double flow_steps_per_second() const { return seconds > 0 ? static_cast<double>(result.flow_steps) / seconds : 0; }
};

}  // namespace polarize::native
