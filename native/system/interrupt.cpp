#include "system/interrupt.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <ctime>

#include "exit_code.hpp"

namespace polarize::native {
namespace {

/// Text that a signal handler reads while the program may be changing it: it sees the whole text or none.
template <std::size_t size>
class SharedText {
  public:
    void set(std::string_view text) {
        length_ = 0;
        if (text.size() >= size) return;
        text.copy(text_.data(), text.size());
        text_[text.size()] = '\0';
        length_ = text.size();
    }
    bool empty() const { return length_ == 0; }
    const char* c_str() const { return text_.data(); }
    std::size_t length() const { return length_; }

  private:
    std::atomic<std::size_t> length_ = 0;
    std::array<char, size> text_{};
};

// A signal handler can only see objects of static storage. It runs in any thread, in two at once when two signals come,
// so what it shares must be free of locks.
constexpr std::int64_t never = 0;
std::atomic<std::int64_t> first_at = never;  // when the first signal came, as milliseconds_now counts
std::atomic<Stage> stage = Stage::preparing;
std::atomic<int> holds = 0;  // HeldEnd objects
std::atomic<bool> ends_when_released = false;
SharedText<PATH_MAX> unfinished_file;
SharedText<64> work_name;
static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free &&
              std::atomic<Stage>::is_always_lock_free);

// A shell, a terminal and programs like timeout may send one wish to stop twice, to the program and to its group.
constexpr std::int64_t same_wish_milliseconds = 250;

// What is left of a result when a signal comes may be written for so long.
constexpr suseconds_t last_moment_microseconds = 70'000;

/// Since the system started, and 1 more, so that it is not `never`.
std::int64_t milliseconds_now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1 + std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

/// Writes one line to standard error, as signal handlers may: no memory is allocated.
void say(std::string_view words) {
    std::array<char, 256> line{};
    std::size_t length = 0;
    const auto add = [&](std::string_view part) { length += part.copy(line.data() + length, line.size() - length); };
    add("polarize: ");
    if (!work_name.empty()) {
        add({work_name.c_str(), work_name.length()});
        add(": ");
    }
    add(words);
    add("\n");
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), length);
}

void end_at_once() {
    ends_when_released = true;
    if (holds > 0) return;
    if (!unfinished_file.empty()) unlink(unfinished_file.c_str());
    _exit(exit_interrupted);
}

extern "C" void handle_last_moment(int /*signal*/) {
    say("interrupted while its result was being written");
    end_at_once();
}

extern "C" void handle_stop(int /*signal*/) {
    const std::int64_t now = milliseconds_now();
    std::int64_t first = never;
    const bool is_first = first_at.compare_exchange_strong(first, now);
    const Stage present = stage;
    if (present == Stage::preparing) {
        if (is_first) say("interrupted before the work began");
        end_at_once();
    }
    if (!is_first) {
        if (now - first >= same_wish_milliseconds) end_at_once();
        return;
    }
    // A system call on Linux and macOS, as timer_settime is, which macOS lacks.
    const itimerval last_moment{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = last_moment_microseconds}};
    if (present == Stage::writing) setitimer(ITIMER_REAL, &last_moment, nullptr);
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action{};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    for (const int other : {SIGINT, SIGTERM, SIGHUP, SIGALRM}) sigaddset(&action.sa_mask, other);
    sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_stop_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction present{};
        sigaction(signal, nullptr, &present);
        if (present.sa_handler != SIG_IGN) handle(signal, handle_stop);
    }
}

void enter(Stage next_stage) {
    // Before a result is written; and not before there is work, so that others can tell whether it has begun.
    if (next_stage == Stage::computing) handle(SIGALRM, handle_last_moment);
    stage = next_stage;
}

void name_work(std::string_view name) { work_name.set(name); }

bool stop_requested() { return first_at != never; }

HeldEnd::HeldEnd() { ++holds; }

HeldEnd::~HeldEnd() {
    if (--holds == 0 && ends_when_released) end_at_once();
}

void remove_when_killed(const std::string& path) { unfinished_file.set(path); }

void keep_when_killed() { unfinished_file.set(""); }

}  // namespace polarize::native
