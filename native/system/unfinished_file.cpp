#include "system/unfinished_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace polarize::native {
namespace {

constexpr std::string_view suffix = ".part";

std::filesystem::path folder_of(const std::filesystem::path& target) {
    return target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
}

/// ".NAME.", the name of `target` cut where the whole would be longer than the folder allows.
std::string prefix_of(const std::filesystem::path& target) {
    constexpr std::size_t reserved = 32;  // for the dots, the process, the attempt and the suffix
    constexpr long usual = 255;
    const long limit = pathconf(folder_of(target).c_str(), _PC_NAME_MAX);
    std::string name = target.filename().string();
    const std::size_t room = static_cast<std::size_t>(std::max(limit > 0 ? limit : usual, 64L)) - reserved;
    if (name.size() > room) {
        std::size_t end = room;
        while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;  // whole letters of UTF-8
        name.resize(end);
    }
    return "." + name + ".";
}

/// Takes the digits that `text` begins with; false where there are none.
bool take_digits(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(end);
    return end > 0;
}

bool is_unfinished_name(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    if (!take_digits(name) || !name.starts_with('-')) return false;
    name.remove_prefix(1);
    return take_digits(name) && name == suffix;
}

/// Whether the locked file is still there: another program may have removed it between its creation and its lock.
bool has_name(int descriptor) {
    struct stat status{};
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

}  // namespace

int create_unfinished(const std::filesystem::path& target, std::string& path) {
    const std::string prefix = prefix_of(target);
    for (int attempt = 0;; ++attempt) {
        path = (target.parent_path() / (prefix + std::to_string(getpid()) + "-" + std::to_string(attempt)))
                   .concat(suffix)
                   .string();
        const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST) return -1;
        if (descriptor < 0) continue;
        // Where there are no locks, nobody can take it for abandoned either.
        while (flock(descriptor, LOCK_EX) != 0 && errno == EINTR) continue;
        if (has_name(descriptor)) return descriptor;
        close(descriptor);
    }
}

void remove_abandoned(const std::filesystem::path& target) {
    const std::string prefix = prefix_of(target);
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder_of(target), error), end; !error && entry != end;
         entry.increment(error)) {
        const std::filesystem::path& path = entry->path();
        if (!is_unfinished_name(path.filename().string(), prefix)) continue;
        const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (descriptor < 0) continue;
        if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) unlink(path.c_str());
        close(descriptor);
    }
}

}  // namespace polarize::native
