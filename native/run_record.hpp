#pragma once

#include <string>
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

    /// Steps per second; 0 where no time was measured.
    double steps_per_second() const;

    /// How far the run came, e.g. "500 of 1000 updates", or for a gradient flow "212 steps, log10 t = 300".
    std::string extent() const;
};

/// Makes the numbers of `last` that are beyond a double missing: metrics go, and times, for which the core gives the
/// largest double, become infinite; log_t tells them.
void leave_out_overflow(Snapshot& last);

}  // namespace polarize::native
