#include "commands/separate_files.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/error.hpp>
#include "system/input_file.hpp"
#include "system/links.hpp"

namespace polarize::native {
namespace {

struct NamedFile {
    std::string_view option;
    std::filesystem::path path;
};

void add(std::vector<NamedFile>& files, std::string_view option, const std::optional<std::string>& path) {
    if (path) files.push_back({option, *path});
}

std::vector<NamedFile> files_read(const RunRequest& request) {
    std::vector<NamedFile> files;
    add(files, "--init", request.initial_file);
    add(files, "--data", request.training.data_file);
    add(files, "--order", request.training.order_file);
    add(files, "--resume", request.training.resume_file);
    return files;
}

/// The result comes first: where it goes is the least of what is asked for.
std::vector<NamedFile> files_written(const RunRequest& request, Format format) {
    std::vector<NamedFile> files;
    if (!request.folder || is_standard_output(*request.folder)) files.push_back({"the result", "-"});
    add(files, "--checkpoint", request.training.checkpoint_file);
    add(files, "--weights", request.training.weights_file);
    if (request.folder && !is_standard_output(*request.folder))
        files.push_back(
            {"--out", std::filesystem::path(*request.folder) / (request.id + std::string(file_ending(format)))});
    return files;
}

bool may_be_one(const NamedFile& written, const NamedFile& other) {
    return written.option == "--checkpoint" && other.option == "--resume";
}

/// Whether nothing can be written over there, such as on /dev/null.
bool is_device(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_character_file(path, error);
}

[[noreturn]] void refuse(const NamedFile& file, const NamedFile& other, std::string_view allowed) {
    throw refused(file.option, polarize::quoted(file.path.string()),
                  "is the file of " + std::string(other.option) + ", too", allowed, ErrorCode::conflict);
}

void check_standard_input(const std::vector<NamedFile>& files) {
    const NamedFile* first = nullptr;
    for (const NamedFile& file : files) {
        if (!is_standard_input(file.path)) continue;
        if (first != nullptr) refuse(file, *first, "standard input for one of them");
        first = &file;
    }
}

/// The path by which the system knows what "-" means.
std::filesystem::path read_place(const NamedFile& file) {
    return is_standard_input(file.path) ? "/dev/stdin" : file.path;
}
std::filesystem::path written_place(const NamedFile& file) {
    return is_standard_output(file.path) ? "/dev/stdout" : file.path;
}

void check_read(const NamedFile& written, const NamedFile& read) {
    const std::filesystem::path place = written_place(written);
    if (may_be_one(written, read) || is_device(place)) return;
    if (is_same_file(place, read_place(read))) refuse(written, read, "a file of its own");
}

void check_written(const NamedFile& written, const NamedFile& other) {
    if (is_standard_output(written.path) && is_standard_output(other.path))
        refuse(written, other, "a file of its own, or --out FOLDER for the result");
    const std::filesystem::path place = written_place(written);
    if (!is_device(place) && is_same_file(place, written_place(other))) refuse(written, other, "a file of its own");
}

}  // namespace

void check_files_are_separate(const RunRequest& request, Format format) {
    const std::vector<NamedFile> read = files_read(request);
    check_standard_input(read);
    std::vector<NamedFile> before;
    for (const NamedFile& written : files_written(request, format)) {
        for (const NamedFile& other : read) check_read(written, other);
        for (const NamedFile& other : before) check_written(written, other);
        before.push_back(written);
    }
}

}  // namespace polarize::native
