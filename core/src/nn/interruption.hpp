#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <utility>

namespace polarize {

/// Thrown by work that was asked to end early: what it was to give is not there, and what it was to change is as it
/// was.
class Interrupted : public std::exception {
  public:
    const char* what() const noexcept override { return "interrupted"; }
};

/// Whether to end early: called often, by several threads at once, so it must be cheap and must not throw.
using StopRequest = std::function<bool()>;

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
