#include "system/interrupt.hpp"

#include <unistd.h>

#include <array>
#include <climits>
#include <cstdint>
#include <ctime>

#include "exit_code.hpp"

namespace polarize::native {
namespace {

// A signal handler can only see objects of static storage.
volatile std::sig_atomic_t stop_requested = 0;
volatile std::sig_atomic_t file_is_unfinished = 0;
std::array<char, PATH_MAX> unfinished_file{};

// A shell, a terminal and programs like timeout may send one wish to stop twice, to the program and to its group.
constexpr std::int64_t same_wish_milliseconds = 250;
std::int64_t first_at = 0;  // read and written by the handler alone, during which no other of its signals is let in

std::int64_t milliseconds_now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

extern "C" void handle_signal(int /*signal*/) {
    if (stop_requested == 0) {
        stop_requested = 1;
        first_at = milliseconds_now();
        return;
    }
    if (milliseconds_now() - first_at < same_wish_milliseconds) return;
    if (file_is_unfinished != 0) unlink(unfinished_file.data());
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

bool InterruptHandler::requested() { return stop_requested != 0; }

void remove_when_killed(const std::string& path) {
    if (path.size() >= unfinished_file.size()) return;
    path.copy(unfinished_file.data(), path.size());
    unfinished_file[path.size()] = '\0';
    file_is_unfinished = 1;
}

void keep_when_killed() { file_is_unfinished = 0; }

}  // namespace polarize::native
