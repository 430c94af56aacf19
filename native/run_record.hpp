#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <polarize/params.hpp>
#include <polarize/snapshot.hpp>
#include <polarize/training_snapshot.hpp>

namespace polarize::native {

/// A run of a flow that has ended: what every output format is made from.
struct RunRecord {
    Params params;       ///< in force, sizes taken from given arrays included
    Snapshot last;       ///< where it ended, with its history and arrays
    double seconds = 0;  ///< wall-clock time of the updates
    bool interrupted = false;

    /// Steps per second; 0 where no time was measured.
    double steps_per_second() const;

    /// How far the run came, e.g. "500 of 1000 updates", or for a gradient flow "212 steps, log10 t = 300".
    std::string extent() const;
};

/// How the updates of an attention model went.
struct TrainingPace {
    double ms_per_step = 0;    ///< median wall-clock time of an update, without evaluations; 0 where none was made
    std::int64_t updates = 0;  ///< made by this program, those before a checkpoint not counted
    std::size_t threads = 1;
};

/// A training run that has ended.
struct TrainingRecord {
    Params params;          ///< in force
    TrainingSnapshot last;  ///< where it ended, with its histories
    double seconds = 0;     ///< wall-clock time of the updates
    bool interrupted = false;
    TrainingPace pace{};

    /// Updates per second; 0 where no time was measured.
    double steps_per_second() const;

    /// How far the run came, e.g. "500 of 1000 updates".
    std::string extent() const;
};

/// "finished", "interrupted", "diverged" or "stuck", of a record of either kind.
template <class Record>
std::string_view status(const Record& record) {
    if (ended_early(record.last.status)) return name(record.last.status);
    return record.interrupted ? "interrupted" : name(RunStatus::finished);
}

/// Makes the numbers of `last` that are beyond a double missing: metrics go, and times, for which the core gives the
/// largest double, become infinite; log_t tells them.
void leave_out_overflow(Snapshot& last);

}  // namespace polarize::native
