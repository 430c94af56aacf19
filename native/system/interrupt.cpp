#include "system/interrupt.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>

#include "exit_code.hpp"

namespace polarize::native {
namespace {

// A signal handler can only see objects of static storage. It runs in any thread, in two at once when two signals come,
// so what it shares must be free of locks.
constexpr std::int64_t never = 0;
std::atomic<std::int64_t> first_at = never;  // when the first signal came, as milliseconds_now counts
std::atomic<bool> file_is_unfinished = false;
std::array<char, PATH_MAX> unfinished_file{};
static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

// A shell, a terminal and programs like timeout may send one wish to stop twice, to the program and to its group.
constexpr std::int64_t same_wish_milliseconds = 250;

/// Since the system started, and 1 more, so that it is not `never`.
std::int64_t milliseconds_now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1 + std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

extern "C" void handle_signal(int /*signal*/) {
    const std::int64_t now = milliseconds_now();
    std::int64_t first = never;
    if (first_at.compare_exchange_strong(first, now)) return;
    if (now - first < same_wish_milliseconds) return;
    if (file_is_unfinished) unlink(unfinished_file.data());
    _exit(exit_interrupted);
}

}  // namespace

InterruptHandler::InterruptHandler() {
    struct sigaction action{};
    action.sa_handler = handle_signal;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, &previous_interrupt_);
    sigaction(SIGTERM, &action, &previous_terminate_);
}

InterruptHandler::~InterruptHandler() {
    sigaction(SIGINT, &previous_interrupt_, nullptr);
    sigaction(SIGTERM, &previous_terminate_, nullptr);
}

bool InterruptHandler::requested() { return first_at != never; }

void remove_when_killed(const std::string& path) {
    if (path.size() >= unfinished_file.size()) return;
    file_is_unfinished = false;  // while its name is not whole
    path.copy(unfinished_file.data(), path.size());
    unfinished_file[path.size()] = '\0';
    file_is_unfinished = true;
}

void keep_when_killed() { file_is_unfinished = false; }

}  // namespace polarize::native
