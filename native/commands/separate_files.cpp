#include "commands/separate_files.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/error.hpp>
#include "system/same_file.hpp"

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

std::vector<NamedFile> files_written(const RunRequest& request, Format format) {
    std::vector<NamedFile> files;
    add(files, "--checkpoint", request.training.checkpoint_file);
    add(files, "--weights", request.training.weights_file);
    if (request.folder)
        files.push_back(
            {"--out", std::filesystem::path(*request.folder) / (request.id + std::string(file_ending(format)))});
    return files;
}

bool may_be_one(const NamedFile& written, const NamedFile& other) {
    return written.option == "--checkpoint" && other.option == "--resume";
}

}  // namespace

void check_files_are_separate(const RunRequest& request, Format format) {
    std::vector<NamedFile> others = files_read(request);
    for (const NamedFile& written : files_written(request, format)) {
        for (const NamedFile& other : others)
            if (!may_be_one(written, other) && is_same_file(written.path, other.path))
                throw Error(std::string(written.option) + ": " + polarize::quoted(written.path.string()) +
                            " is the file of " + std::string(other.option) + ", too; allowed: a file of its own");
        others.push_back(written);
    }
}

}  // namespace polarize::native
