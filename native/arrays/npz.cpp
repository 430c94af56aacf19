#include "arrays/npz.hpp"

#include <zip.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include <polarize/error.hpp>
#include "arrays/npy.hpp"

namespace polarize {
namespace {

constexpr std::uint64_t largest_member = std::uint64_t{1} << 30U;
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

Archive open_archive(const std::filesystem::path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) throw Error(error ? error.message() : "no such file");
    if (!std::filesystem::is_regular_file(status)) throw Error("not a file");
    int code = 0;
    Archive archive(zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code));
    if (!archive) {
        zip_error_t reason;
        zip_error_init_with_code(&reason, code);
        const std::string text =
            code == ZIP_ER_OPEN || code == ZIP_ER_READ ? std::strerror(errno) : zip_error_strerror(&reason);
        zip_error_fini(&reason);
        throw Error("cannot be read as a .npz file: " + text);
    }
    return archive;
}

/// The bytes of one member. Grows with what the archive really yields, so a size that only its directory claims costs
/// nothing.
std::vector<std::byte> read_member(zip_t* archive, const zip_stat_t& entry) {
    if (entry.comp_method != ZIP_CM_STORE && entry.comp_method != ZIP_CM_DEFLATE) {
        throw Error("compression method " + std::to_string(entry.comp_method) +
                    " cannot be read; allowed: stored, deflated");
    }
    if (entry.size > largest_member)
        throw Error(std::to_string(entry.size) + " bytes; at most " + std::to_string(largest_member) + " allowed");
    const File file(zip_fopen_index(archive, entry.index, 0));
    if (!file) throw Error(zip_strerror(archive));
    std::vector<std::byte> bytes;
    std::array<std::byte, 65536> block;
    while (true) {
        const zip_int64_t got = zip_fread(file.get(), block.data(), block.size());
        if (got < 0) throw Error(zip_file_strerror(file.get()));
        if (got == 0) break;
        bytes.insert(bytes.end(), block.begin(), block.begin() + got);
        if (bytes.size() > entry.size) break;
    }
    if (bytes.size() != entry.size)
        throw Error("its size is not the " + std::to_string(entry.size) + " bytes that the file's directory says");
    return bytes;
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

Arrays read_npz(const std::filesystem::path& path, const std::function<bool(std::string_view)>& wanted) {
    Arrays arrays;
    std::string place;
    try {
        const Archive archive = open_archive(path);
        const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
        for (zip_int64_t i = 0; i < entries; ++i) {
            zip_stat_t entry;
            zip_stat_init(&entry);
            if (zip_stat_index(archive.get(), static_cast<zip_uint64_t>(i), 0, &entry) != 0)
                throw Error(zip_strerror(archive.get()));
            const std::string_view file_name = entry.name;
            place = std::string(file_name) + ": ";
            if (!file_name.ends_with(npy_suffix)) throw Error("not an array; a .npz file holds .npy files only");
            const std::string_view name = file_name.substr(0, file_name.size() - npy_suffix.size());
            if (!wanted(name)) continue;
            arrays.emplace(name, parse_npy(read_member(archive.get(), entry)));
        }
    } catch (const Error& error) {
        throw Error(path.string() + ": " + place + error.what());
    }
    return arrays;
}

}  // namespace polarize
