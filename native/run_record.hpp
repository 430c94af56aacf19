#pragma once

#include <string_view>

#include "experiments/params.hpp"
#include "experiments/snapshot.hpp"

namespace polarize::native {

/// A run that has ended: what every output format is made from.
struct RunRecord {
    Params params;       ///< in force, sizes taken from given arrays included
    Snapshot last;       ///< where it ended, with its history and arrays
    double seconds = 0;  ///< wall-clock time of the updates
    bool interrupted = false;

    /// "finished", "interrupted" or "diverged".
    std::string_view status() const;

    /// Updates per second; 0 where no time was measured.
    double steps_per_second() const;
};

}  // namespace polarize::native
