#include "system/interrupt.hpp"

#include <unistd.h>

#include <array>
#include <climits>

#include "exit_code.hpp"

namespace polarize::native {
namespace {

// A signal handler can only see objects of static storage.
volatile std::sig_atomic_t stop_requested = 0;
volatile std::sig_atomic_t file_is_unfinished = 0;
std::array<char, PATH_MAX> unfinished_file{};

extern "C" void handle_signal(int /*signal*/) {
    if (stop_requested != 0) {
        if (file_is_unfinished != 0) unlink(unfinished_file.data());
        _exit(exit_interrupted);
    }
    stop_requested = 1;
}

}  // namespace

InterruptHandler::InterruptHandler() {
    struct sigaction action{};
    action.sa_handler = handle_signal;
    sigemptyset(&action.sa_mask);
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
