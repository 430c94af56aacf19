#include "system/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include <polarize/error.hpp>
#include "system/interrupt.hpp"
#include "system/streams.hpp"

namespace polarize::native {
namespace {

[[noreturn]] void throw_unwritable(std::string_view field, const std::filesystem::path& path,
                                   const std::string& reason) {
    throw Error(std::string(field) + ": \"" + path.string() + "\" cannot be written (" + reason +
                "); give a folder that can be");
}

/// What is to be replaced when `path` is written: where it is a symbolic link, what that names in the end.
std::filesystem::path behind_links(std::filesystem::path path) {
    constexpr int kMostLinks = 40;
    std::error_code error;
    for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(path, error); ++links) {
        const std::filesystem::path named = std::filesystem::read_symlink(path, error);
        if (error) break;
        path = path.parent_path() / named;  // which is `named` where that begins at the root
    }
    return path;
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path target, std::string_view field)
    : target_(behind_links(std::move(target))) {
    struct stat present{};
    const bool is_there = stat(target_.c_str(), &present) == 0;
    if (is_there && S_ISDIR(present.st_mode)) throw_unwritable(field, target_, "a folder of that name is there");
    if (is_there && !S_ISREG(present.st_mode)) throw_unwritable(field, target_, "what is there is no regular file");
    for (int attempt = 0; descriptor_ < 0; ++attempt) {
        const std::string mark = std::to_string(getpid()) + "-" + std::to_string(attempt);
        std::filesystem::path name(".");
        name.concat(target_.filename().string()).concat(".").concat(mark).concat(".part");
        unfinished_ = (target_.parent_path() / name).string();
        descriptor_ = open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ < 0 && errno != EEXIST) throw_unwritable(field, target_, std::strerror(errno));
    }
    if (is_there) static_cast<void>(fchmod(descriptor_, present.st_mode & 07777U));  // who may read it stays as it was
    remove_when_killed(unfinished_);
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!unfinished_.empty()) unlink(unfinished_.c_str());
    keep_when_killed();
}

void AtomicFile::write(std::string_view bytes) { write_all(descriptor_, bytes, target_.string()); }

void AtomicFile::commit() {
    const bool stored = fsync(descriptor_) == 0;
    const int store_error = errno;
    const bool closed = close(std::exchange(descriptor_, -1)) == 0;
    if (!stored || !closed)
        throw WriteError(target_.string() + ": cannot be written: " + std::strerror(stored ? errno : store_error));
    if (std::rename(unfinished_.c_str(), target_.c_str()) != 0) {
        throw WriteError(target_.string() + ": cannot be written: " + std::strerror(errno));
    }
    unfinished_.clear();
}

std::filesystem::path prepare_file(const std::filesystem::path& folder, const std::string& name,
                                   std::string_view field) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw_unwritable(field, folder, error.message());
    if (!std::filesystem::is_directory(folder, error)) throw_unwritable(field, folder, "not a folder");
    std::filesystem::path target = folder / name;
    const AtomicFile probe(target, field);
    return target;
}

}  // namespace polarize::native
