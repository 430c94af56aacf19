#include "system/input_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <polarize/error.hpp>
#include "within.hpp"

namespace polarize::native {
namespace {

[[noreturn]] void refuse(const std::string& name, std::string_view problem) {
    throw refused(name, "", problem, "", ErrorCode::unusable_file);
}

bool is_one_of(const std::filesystem::path& path, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, path.string()) != names.end();
}

/// Waits where standard input was left in a state in which reading does not wait.
void wait_for_input(int descriptor) {
    pollfd ready{.fd = descriptor, .events = POLLIN, .revents = 0};
    static_cast<void>(poll(&ready, 1, -1));
}

}  // namespace

bool is_standard_input(const std::filesystem::path& path) {
    return is_one_of(path, {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"});
}

bool is_standard_output(const std::filesystem::path& path) {
    return is_one_of(path, {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"});
}

std::string display_name(const std::filesystem::path& path) {
    return is_standard_input(path) ? "standard input" : path.string();
}

InputFile::InputFile(const std::filesystem::path& path) : name_(display_name(path)) {
    if (path.empty()) throw refused("", "\"\"", "names no file", "", ErrorCode::unusable_file);
    if (is_standard_input(path)) {
        descriptor_ = STDIN_FILENO;
        owned_ = false;
    } else {
        descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
        if (descriptor_ < 0) refuse(name_, std::strerror(errno));
    }
    struct stat status{};
    const bool is_known = fstat(descriptor_, &status) == 0;
    const bool is_pipe = is_known && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
    if (is_known && S_ISREG(status.st_mode)) {
        const off_t position = std::max<off_t>(lseek(descriptor_, 0, SEEK_CUR), 0);
        size_ = static_cast<std::uint64_t>(std::max<off_t>(status.st_size - position, 0));
    } else if (!is_pipe) {
        if (owned_) close(descriptor_);
        refuse(name_, "not a file or a pipe");
    }
}

InputFile::~InputFile() {
    if (owned_) close(descriptor_);
}

std::span<const std::byte> InputFile::peek(std::size_t count) {
    const std::size_t before = ahead_.size();
    if (before < count) {
        ahead_.resize(count);
        ahead_.resize(before + read_on(std::span(ahead_).subspan(before)));
    }
    return std::span(ahead_).first(std::min(count, ahead_.size()));
}

std::size_t InputFile::read(std::span<std::byte> bytes) {
    const std::size_t known = std::min(ahead_.size(), bytes.size());
    std::copy_n(ahead_.begin(), known, bytes.begin());
    ahead_.erase(ahead_.begin(), ahead_.begin() + static_cast<std::ptrdiff_t>(known));
    return known + read_on(bytes.subspan(known));
}

std::size_t InputFile::read_on(std::span<std::byte> bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::read(descriptor_, bytes.data() + done, bytes.size() - done);
        if (got == 0) break;
        if (got > 0) done += static_cast<std::size_t>(got);
        else if (errno == EAGAIN) wait_for_input(descriptor_);
        else if (errno != EINTR)
            throw refused("", "", std::string("cannot be read: ") + std::strerror(errno), "", ErrorCode::unusable_file);
    }
    return done;
}

std::vector<std::byte> read_all(InputFile& input) {
    constexpr std::uint64_t limit = std::uint64_t{1} << 32U;
    const auto check = [&](std::uint64_t size, const std::string& shown) {
        if (size > limit) throw refused("", shown + " bytes", "are too many", "at most " + std::to_string(limit));
    };
    const std::uint64_t expected = input.size().value_or(0);
    check(expected, std::to_string(expected));
    std::vector<std::byte> bytes(static_cast<std::size_t>(expected));
    bytes.resize(input.read(bytes));
    if (bytes.size() < expected) throw refused("", "", "cannot be read to its end", "", ErrorCode::unusable_file);
    std::array<std::byte, 65536> block;
    while (const std::size_t got = input.read(block)) {
        bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got));
        check(bytes.size(), "more than " + std::to_string(limit));
    }
    return bytes;
}

std::vector<std::byte> read_file(const std::filesystem::path& path) {
    InputFile input(path);
    return within(input.name(), [&] { return read_all(input); });
}

}  // namespace polarize::native
