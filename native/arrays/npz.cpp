#include "arrays/npz.hpp"

#include <zip.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include <polarize/error.hpp>
#include "arrays/npy.hpp"

namespace polarize {
namespace {

constexpr std::uint64_t max_member = std::uint64_t{1} << 30U;
constexpr std::uint64_t max_total = 4 * max_member;
constexpr std::string_view npy_suffix = ".npy";

struct ArchiveCloser {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct FileCloser {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
struct SourceFreer {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Archive = std::unique_ptr<zip_t, ArchiveCloser>;
using File = std::unique_ptr<zip_file_t, FileCloser>;
using Source = std::unique_ptr<zip_source_t, SourceFreer>;

[[noreturn]] void refuse_archive(const std::string& reason) {
    throw refused("", "", "cannot be read as a .npz file: " + reason, "", ErrorCode::malformed);
}

/// What libzip says of a failure, and frees.
class ZipError {
  public:
    ZipError() { zip_error_init(&error_); }
    ~ZipError() { zip_error_fini(&error_); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;
    zip_error_t* get() { return &error_; }
    std::string text() {
        const int code = zip_error_code_zip(&error_);
        return code == ZIP_ER_OPEN || code == ZIP_ER_READ ? std::strerror(zip_error_code_system(&error_))
                                                          : zip_error_strerror(&error_);
    }

  private:
    zip_error_t error_{};
};

/// The archive that `source` gives; null is one that could not be made, for the reason in `error`.
Archive open_archive(zip_source_t* source, ZipError& error) {
    if (source == nullptr) refuse_archive(error.text());
    Archive archive(zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, error.get()));
    if (archive) return archive;
    zip_source_free(source);  // the archive has it only where there is one
    refuse_archive(error.text());
}

Archive open_archive(const std::filesystem::path& path) {
    ZipError error;
    return open_archive(zip_source_file_create(path.c_str(), 0, 0, error.get()), error);
}

Archive open_archive(std::span<const std::byte> bytes) {
    if (bytes.empty()) refuse_archive("it is empty");  // which libzip takes for an archive without members
    ZipError error;
    return open_archive(zip_source_buffer_create(bytes.data(), bytes.size(), 0, error.get()), error);
}

[[noreturn]] void refuse_member(const std::string& problem) {
    throw refused("", "", problem, "", ErrorCode::malformed);
}

/// The bytes of one member. Grows with what the archive really yields, so a size that only its directory claims costs
/// nothing.
std::vector<std::byte> read_member(zip_t* archive, const zip_stat_t& entry) {
    if (entry.comp_method != ZIP_CM_STORE && entry.comp_method != ZIP_CM_DEFLATE)
        throw refused("", "compression method " + std::to_string(entry.comp_method), "cannot be read",
                      "stored, deflated", ErrorCode::malformed);
    if (entry.size > max_member)
        throw refused("", std::to_string(entry.size) + " bytes", "are too many",
                      "at most " + std::to_string(max_member));
    const File file(zip_fopen_index(archive, entry.index, 0));
    if (!file) refuse_member(zip_strerror(archive));
    std::vector<std::byte> bytes;
    std::array<std::byte, 65536> block;
    while (true) {
        const zip_int64_t got = zip_fread(file.get(), block.data(), block.size());
        if (got < 0) refuse_member(zip_file_strerror(file.get()));
        if (got == 0) break;
        bytes.insert(bytes.end(), block.begin(), block.begin() + got);
        if (bytes.size() > entry.size) break;
    }
    if (bytes.size() != entry.size)
        refuse_member("its size is not the " + std::to_string(entry.size) + " bytes that the file's directory says");
    return bytes;
}

/// `action` with the member's name before what it complains about.
template <class Action>
auto within_member(const zip_stat_t& entry, const Action& action) {
    try {
        return action();
    } catch (const Error& error) {
        throw error.within(entry.name);
    }
}

/// The array called `file_name` in the archive without its ending.
std::string_view array_name(std::string_view file_name) {
    if (!file_name.ends_with(npy_suffix))
        throw refused("", "", "not an array", "a .npz file that holds .npy files only", ErrorCode::malformed);
    return file_name.substr(0, file_name.size() - npy_suffix.size());
}

zip_stat_t entry_at(zip_t* archive, zip_int64_t position) {
    zip_stat_t entry;
    zip_stat_init(&entry);
    if (zip_stat_index(archive, static_cast<zip_uint64_t>(position), 0, &entry) != 0 || entry.name == nullptr)
        refuse_archive(zip_strerror(archive));
    return entry;
}

/// What the directory says of the members that are wanted; together they are no more than a file may be.
std::vector<zip_stat_t> wanted_entries(zip_t* archive, const WantedName& wanted) {
    std::vector<zip_stat_t> entries;
    std::uint64_t total = 0;
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        const zip_stat_t entry = entry_at(archive, i);
        if (!within_member(entry, [&] { return wanted(array_name(entry.name)); })) continue;
        total += std::min(entry.size, max_total);
        if (total > max_total)
            throw refused("", "its arrays", "are more than " + std::to_string(max_total) + " bytes", "smaller ones");
        entries.push_back(entry);
    }
    return entries;
}

Arrays read_members(zip_t* archive, const WantedName& wanted) {
    Arrays arrays;
    for (const zip_stat_t& entry : wanted_entries(archive, wanted))
        within_member(entry, [&] { arrays.emplace(array_name(entry.name), parse_npy(read_member(archive, entry))); });
    return arrays;
}

[[noreturn]] void throw_write_error(const char* reason) {
    throw std::runtime_error(std::string("the .npz file cannot be put together: ") + reason);
}

/// Adds one member that `npz` keeps in place until the archive is closed.
void add_member(zip_t* archive, const NpzMember& member) {
    zip_source_t* const source = zip_source_buffer(archive, member.npy.data(), member.npy.size(), 0);
    if (source == nullptr) throw_write_error(zip_strerror(archive));
    const std::string file_name = member.name + std::string(npy_suffix);
    const zip_int64_t index = zip_file_add(archive, file_name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        throw_write_error(zip_strerror(archive));
    }
    constexpr zip_uint16_t first_dos_date = 0x21;  // 1 January 1980: the same arrays give the same bytes at any time
    const auto position = static_cast<zip_uint64_t>(index);
    if (zip_set_file_compression(archive, position, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive, position, 0, first_dos_date, 0) != 0) {
        throw_write_error(zip_strerror(archive));
    }
}

std::vector<std::byte> read_source(zip_source_t* source) {
    zip_stat_t whole;
    if (zip_source_stat(source, &whole) != 0 || zip_source_open(source) != 0)
        throw_write_error(zip_error_strerror(zip_source_error(source)));
    std::vector<std::byte> bytes(whole.size);
    const zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
    zip_source_close(source);
    if (got < 0 || static_cast<std::size_t>(got) != bytes.size()) throw_write_error("short read");
    return bytes;
}

}  // namespace

std::vector<std::byte> format_npz(const std::vector<NpzMember>& members) {
    const Source source(zip_source_buffer_create(nullptr, 0, 0, nullptr));
    if (!source) throw std::bad_alloc();
    Archive archive(zip_open_from_source(source.get(), ZIP_TRUNCATE, nullptr));
    if (!archive) throw std::bad_alloc();
    zip_source_keep(source.get());
    for (const NpzMember& member : members) add_member(archive.get(), member);
    zip_t* const complete = archive.release();  // zip_close frees it only when it succeeds
    if (zip_close(complete) != 0) {
        archive.reset(complete);
        throw_write_error(zip_strerror(complete));
    }
    return read_source(source.get());
}

Arrays parse_npz(std::span<const std::byte> bytes, const WantedName& wanted) {
    return read_members(open_archive(bytes).get(), wanted);
}

Arrays read_npz(const std::filesystem::path& path, const WantedName& wanted) {
    return read_members(open_archive(path).get(), wanted);
}

}  // namespace polarize
