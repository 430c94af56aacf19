#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace polarize::native {

/// What the program is doing, which decides what a signal that tells it to stop does.
enum class Stage : std::uint8_t {
    preparing,  ///< nothing is computed that could be lost: the program ends at once and says so
    computing,  ///< `stop_requested` says so, and what was computed is written
    writing,    ///< a result that is complete: the program ends if that takes longer than a moment
};

/// From now on SIGINT, SIGTERM and SIGHUP do what the stage asks for, unless the program was started with that signal
/// ignored (as by nohup). A second signal, a quarter of a second or more after the first, removes the file named by
/// `remove_when_killed` and ends the program at once. Each of these ends has the exit code 130. The first stage is
/// `preparing`.
void catch_stop_signals();

/// Begins another stage.
void enter(Stage next_stage);

/// What is being prepared, computed or written: a word for the message of a program that a signal ends.
void name_work(std::string_view name);

/// Whether a first signal has come.
bool stop_requested();

/// While it lives, a signal that would end the program at once waits: for the moment in which a file is there of which
/// `remove_when_killed` has not heard.
class HeldEnd {
  public:
    HeldEnd();
    ~HeldEnd();
    HeldEnd(const HeldEnd&) = delete;
    HeldEnd& operator=(const HeldEnd&) = delete;
};

/// Names the unfinished file that a program ended by a signal shall not leave behind.
void remove_when_killed(const std::string& path);

/// The file named before is finished or gone.
void keep_when_killed();

}  // namespace polarize::native
