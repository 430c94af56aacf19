#pragma once

#include <atomic>
#include <utility>

#include <polarize/stop.hpp>

namespace polarize {

/// Asks a StopRequest between pieces of work and remembers a yes, so that all threads see the same from then on. What
/// is large asks before it begins and is left out after a yes; who shares out the work calls `end_if_requested` before
/// anything of it is used.
class Interruption {
  public:
    void ask(StopRequest request) { request_ = std::move(request); }

    /// Forgets the last answer, before a new piece of work is shared out.
    void begin() { requested_.store(false, std::memory_order_relaxed); }

    bool requested() const {
        if (!request_) return false;
        if (requested_.load(std::memory_order_relaxed)) return true;
        if (!request_()) return false;
        requested_.store(true, std::memory_order_relaxed);
        return true;
    }

    /// Throws Interrupted where an end is requested.
    void end_if_requested() const {
        if (requested()) throw Interrupted();
    }

  private:
    StopRequest request_;
    mutable std::atomic<bool> requested_{false};
};

}  // namespace polarize
