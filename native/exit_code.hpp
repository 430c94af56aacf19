#pragma once

namespace polarize::native {

/// What the program's exit codes mean.
enum ExitCode : int {
    exit_finished = 0,
    exit_failed = 1,         ///< the machine refused: write error, no memory
    exit_claim_failed = 1,   ///< a claim that was checked does not hold
    exit_bad_input = 2,      ///< the person asked for something that is not allowed
    exit_diverged = 3,       ///< a quantity of the run stopped being finite, or the flow got stuck
    exit_unchecked = 4,      ///< no claim applies: nothing was checked
    exit_interrupted = 130,  ///< SIGINT, SIGTERM or SIGHUP ended the program early
};

}  // namespace polarize::native
