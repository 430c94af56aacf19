#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace polarize {

/// Where a run stands.
enum class RunStatus {
    running,
    finished,
    diverged,  ///< a quantity stopped being finite
    stuck,     ///< a gradient flow was given up before its end: no step would get it there
};

/// Whether a run stopped before its end: it diverged or is stuck.
constexpr bool ended_early(RunStatus status) { return status == RunStatus::diverged || status == RunStatus::stuck; }

/// "running", "finished", "diverged" or "stuck".
std::string_view name(RunStatus status);

/// What the snapshots of all runs tell: which run it is, how far it came, what ended it and what computed it.
struct RunFacts {
    std::string experiment;
    RunStatus status = RunStatus::running;
    std::int64_t step = 0;            ///< updates done; for gradient flow accepted steps of the integrator
    std::int64_t last_step = 0;       ///< updates asked for; 0 for gradient flow, whose steps are its own choice
    double progress = 0;              ///< how much of the run is done, 0 to 1
    std::int64_t diverged_step = -1;  ///< the update that made a quantity not finite, or -1
    std::string diverged_quantity;    ///< "V", "U", "a", "alpha", "loss", "gradient" or "beta"; ""
    std::string stuck_reason;         ///< why a flow was given up, in a clause; "" for all other runs
    std::string isa;                  ///< instruction set that computed it
};

/// Why and where a run that ended early stopped, in a clause: "diverged at step 7 (V)", "stuck at step 9: …".
std::string stop_reason(const RunFacts& run);

}  // namespace polarize
