#include "system/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include <polarize/error.hpp>
#include "system/interrupt.hpp"
#include "system/links.hpp"
#include "system/streams.hpp"
#include "system/unfinished_file.hpp"

namespace polarize::native {
namespace {

[[noreturn]] void refuse(std::string_view field, const std::filesystem::path& path, const std::string& reason) {
    throw refused(field, polarize::quoted(path.string()), "cannot be written (" + reason + ")",
                  "a file in a folder that can be written", ErrorCode::unusable_file);
}

[[noreturn]] void throw_write_error(const std::filesystem::path& path, int error) {
    throw WriteError(path.string() + ": cannot be written: " + std::strerror(error));
}

/// Closes a descriptor when it goes.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

  private:
    int number_;
};

/// What is at `target`, if anything is. Throws Error unless it is a regular file that may be written.
bool check_present(const std::filesystem::path& target, std::string_view field, struct stat& present) {
    if (stat(target.c_str(), &present) != 0) {
        if (errno != ENOENT) refuse(field, target, std::strerror(errno));
        return false;
    }
    if (S_ISDIR(present.st_mode)) refuse(field, target, "a folder of that name is there");
    if (!S_ISREG(present.st_mode)) refuse(field, target, "what is there is not a regular file");
    // The system lets its administrator write read-only files; they are protected all the same.
    if ((present.st_mode & 0222U) == 0) refuse(field, target, "it is read-only");
    const Descriptor writable(open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (writable.number() < 0) refuse(field, target, std::strerror(errno));
    return true;
}

/// Makes sure that the names in the folder of `target` are on the disk, where the file system can.
void sync_folder(const std::filesystem::path& target) {
    const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
    const Descriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.number() >= 0 && fsync(descriptor.number()) != 0 && errno == EIO) throw_write_error(target, errno);
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path target, std::string_view field)
    : target_(behind_links(std::move(target))) {
    struct stat present{};
    const bool is_there = check_present(target_, field, present);
    open_beside(field, is_there);
    if (!is_there || unfinished_.empty()) return;
    // Who owns it and who may read it stays as it was, as far as this is allowed.
    if (present.st_uid != geteuid() || present.st_gid != getegid())
        static_cast<void>(fchown(descriptor_, present.st_uid, present.st_gid));
    static_cast<void>(fchmod(descriptor_, present.st_mode & 07777U));
}

AtomicFile::~AtomicFile() {
    const HeldEnd held;
    if (!unfinished_.empty()) unlink(unfinished_.c_str());
    if (descriptor_ >= 0) close(descriptor_);
    keep_when_killed();
}

/// Opens a file beside the target, or the target itself where the folder takes no new file.
void AtomicFile::open_beside(std::string_view field, bool may_write_over) {
    const HeldEnd held;
    descriptor_ = create_unfinished(target_, unfinished_);
    if (descriptor_ >= 0) {
        remove_when_killed(unfinished_);
        return;
    }
    const int error = errno;
    unfinished_.clear();
    if (may_write_over) descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) refuse(field, target_, std::strerror(error));
}

void AtomicFile::write(std::string_view bytes) {
    write_all(descriptor_, bytes, target_.string());
    written_ += bytes.size();
}

void AtomicFile::commit() {
    if (unfinished_.empty() && ftruncate(descriptor_, static_cast<off_t>(written_)) != 0)
        throw_write_error(target_, errno);
    if (fsync(descriptor_) != 0) throw_write_error(target_, errno);
    if (unfinished_.empty()) return;
    // The lock is kept until the file has its name, so that nobody takes it for an abandoned one.
    if (std::rename(unfinished_.c_str(), target_.c_str()) == 0) unfinished_.clear();
    else write_over();
    sync_folder(target_);
}

/// Copies the unfinished file into a target that cannot be replaced.
void AtomicFile::write_over() {
    const int reason = errno;
    const HeldEnd held;  // half of it is worth less than what was there
    const Descriptor target(open(target_.c_str(), O_WRONLY | O_CLOEXEC));
    if (target.number() < 0) throw_write_error(target_, reason);
    std::array<char, 65536> block;
    off_t done = 0;
    while (true) {
        const ssize_t got = pread(descriptor_, block.data(), block.size(), done);
        if (got < 0) throw_write_error(target_, errno);
        if (got == 0) break;
        write_all(target.number(), {block.data(), static_cast<std::size_t>(got)}, target_.string());
        done += got;
    }
    if (ftruncate(target.number(), done) != 0 || fsync(target.number()) != 0) throw_write_error(target_, errno);
}

std::filesystem::path prepare_file(const std::filesystem::path& folder, const std::string& name,
                                   std::string_view field) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) refuse(field, folder, error.message());
    if (!std::filesystem::is_directory(folder, error)) refuse(field, folder, "not a folder");
    std::filesystem::path target = folder / name;
    remove_abandoned(behind_links(target));
    const AtomicFile probe(target, field);
    return target;
}

}  // namespace polarize::native
