#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace polarize {

/// Where a run stands.
enum class RunStatus { running, finished, diverged };

/// "running", "finished" or "diverged".
std::string_view name(RunStatus status);

/// What the snapshots of all runs tell: which run it is, how far it came, what ended it and what computed it.
struct RunFacts {
    std::string experiment;
    RunStatus status = RunStatus::running;
    std::int64_t step = 0;            ///< updates done; for gradient flow accepted steps of the integrator
    std::int64_t last_step = 0;       ///< updates asked for; 0 for gradient flow, whose steps are its own choice
    double progress = 0;              ///< how much of the run is done, 0 to 1
    std::int64_t diverged_step = -1;  ///< the update that made a quantity not finite, or -1
    std::string diverged_quantity;    ///< "V", "U", "a", "alpha", "loss", "gradient", "beta" or "step size"; ""
    std::string isa;                  ///< instruction set that computed it
};

/// Why and where a run of status diverged stopped, in a clause: "diverged at step 7 (V)", or that a flow could not go
/// on.
std::string stop_reason(const RunFacts& run);

}  // namespace polarize
