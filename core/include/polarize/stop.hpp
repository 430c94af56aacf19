#pragma once

#include <exception>
#include <functional>

namespace polarize {

/// Whether to end early: called often, by several threads at once, so it must be cheap and must not throw.
using StopRequest = std::function<bool()>;

/// Thrown by work that was asked to end early: what it was to give is not there, and what it was to change is as it
/// was.
class Interrupted : public std::exception {
  public:
    const char* what() const noexcept override { return "interrupted"; }
};

}  // namespace polarize
