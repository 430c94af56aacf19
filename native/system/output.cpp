#include "system/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <polarize/error.hpp>
#include "system/atomic_file.hpp"
#include "system/input_file.hpp"
#include "system/streams.hpp"

namespace polarize::native {
namespace {

/// Whether a pipe or a device, such as a terminal, is at `path`.
bool is_stream(const std::filesystem::path& path) {
    struct stat status{};
    return stat(path.c_str(), &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode));
}

void write_stream(const std::filesystem::path& path, const std::function<void(const ByteSink&)>& content) {
    const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) throw WriteError(path.string() + ": cannot be written: " + std::strerror(errno));
    try {
        content([&](std::string_view bytes) { write_to_reader(descriptor, bytes, path.string()); });
    } catch (...) {
        close(descriptor);
        throw;
    }
    close(descriptor);
}

}  // namespace

Output::Output(const std::filesystem::path& path, std::string_view field) : path_(path), field_(field) {
    if (polarize::native::is_standard_output(path)) return;
    if (is_stream(path)) {
        if (access(path.c_str(), W_OK) != 0)
            throw refused(field, polarize::quoted(path.string()),
                          std::string("cannot be written (") + std::strerror(errno) + ")",
                          "a file, pipe or device that can be written", ErrorCode::unusable_file);
        kind_ = Kind::stream;
        return;
    }
    if (path.filename().empty())
        throw refused(field, polarize::quoted(path.string()), "names no file", "", ErrorCode::unusable_file);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    static_cast<void>(prepare_file(folder, path.filename().string(), field));
    kind_ = Kind::file;
}

Output Output::in_folder(const std::filesystem::path& folder, const std::string& name, std::string_view field) {
    Output output;
    if (polarize::native::is_standard_output(folder)) return output;
    output.path_ = prepare_file(folder, name, field);
    output.field_ = field;
    output.kind_ = Kind::file;
    return output;
}

void Output::write(const std::function<void(const ByteSink&)>& content) const {
    switch (kind_) {
        case Kind::standard_output: content([](std::string_view bytes) { write_output(bytes); }); return;
        case Kind::stream: write_stream(path_, content); return;
        case Kind::file: {
            AtomicFile file(path_, field_);
            content([&](std::string_view bytes) { file.write(bytes); });
            file.commit();
            return;
        }
    }
}

void Output::write(std::string_view bytes) const {
    write([&](const ByteSink& sink) { sink(bytes); });
}

}  // namespace polarize::native
