#pragma once

#include <csignal>
#include <string>

namespace polarize::native {

/// While it lives, the first SIGINT or SIGTERM asks the run to stop, and a second one, a quarter of a second later or
/// more, removes the file named by `remove_when_killed` and ends the program at once with exit code 130.
class InterruptHandler {
  public:
    InterruptHandler();
    ~InterruptHandler();
    InterruptHandler(const InterruptHandler&) = delete;
    InterruptHandler& operator=(const InterruptHandler&) = delete;

    /// Whether a first signal has come.
    static bool requested();

  private:
    struct sigaction previous_interrupt_{};
    struct sigaction previous_terminate_{};
};

/// Names the unfinished file that a program ended by a signal shall not leave behind.
void remove_when_killed(const std::string& path);

/// The file named before is finished or gone.
void keep_when_killed();

}  // namespace polarize::native
