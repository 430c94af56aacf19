#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace polarize::native {

/// Work that several threads share.
struct SharedWork {
    double work_per_step = 1;  ///< floating-point operations, a guess
    /// Does about `budget` steps as worker number `worker`; returns how many, 0 when nothing is left for it. Called by
    /// one thread for each worker.
    std::function<std::int64_t(std::int64_t budget, std::size_t worker)> advance;
    /// Called now and then by the thread that waits, with the steps done so far.
    std::function<void(std::int64_t steps)> report;
};

/// Does the work in `threads` threads until nothing is left or a signal asks to stop, which is heeded within some 30
/// ms. Returns the seconds it took. What a thread throws stops the others and is thrown here.
double work_in_threads(std::size_t threads, const SharedWork& work);

}  // namespace polarize::native
