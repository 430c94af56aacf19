#include "system/streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

namespace polarize::native {
namespace {

/// Writes all of `bytes`; 0, or the error number of the write that failed.
int try_write(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(descriptor, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd ready{descriptor, POLLOUT, 0};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

[[noreturn]] void throw_write_error(std::string_view name, int error) {
    throw WriteError(std::string(name) + ": cannot be written: " + std::strerror(error));
}

}  // namespace

void prepare_streams() {
    // open() gives the lowest free number, so this fills exactly the gaps. Read-only: writing there still fails, as it
    // should.
    int descriptor = 0;
    do {
        descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor >= 0) close(descriptor);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

void write_all(int descriptor, std::string_view bytes, std::string_view name) {
    const int error = try_write(descriptor, bytes);
    if (error != 0) throw_write_error(name, error);
}

void write_to_reader(int descriptor, std::string_view bytes, std::string_view name) {
    const int error = try_write(descriptor, bytes);
    if (error != 0 && error != EPIPE) throw_write_error(name, error);
}

void write_output(std::string_view bytes) { write_to_reader(STDOUT_FILENO, bytes, "standard output"); }

void report(std::string_view text) {
    std::string line(text);
    for (char& character : line) {
        const auto code = static_cast<unsigned char>(character);
        if (code < 0x20 || code == 0x7f) character = '?';
    }
    line += '\n';
    (void)try_write(STDERR_FILENO, line);
}

void report_failure(std::string_view message) { report("polarize: " + std::string(message)); }

}  // namespace polarize::native
