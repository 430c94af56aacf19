#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace polarize::native {

/// A file that appears under its name complete or not at all: it is written beside its place under a name of its own
/// and moved there by `commit`. Without a commit, nothing of it stays.
class AtomicFile {
  public:
    /// Opens the unfinished file. Where `target` is a symbolic link, the file that it names is written; a file that is
    /// there keeps its mode. Throws Error, which names `field`, when the folder does not allow it or what is there is
    /// no regular file.
    AtomicFile(std::filesystem::path target, std::string_view field);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Appends `bytes`. Throws WriteError.
    void write(std::string_view bytes);

    /// Makes sure that all is on the disk and gives the file its name. Throws WriteError.
    void commit();

  private:
    std::filesystem::path target_;
    std::string unfinished_;
    int descriptor_ = -1;
};

/// Creates `folder` where it is missing and makes sure that a file called `name` can be written there. Returns the
/// file's path. Throws Error, which names `field`.
std::filesystem::path prepare_file(const std::filesystem::path& folder, const std::string& name,
                                   std::string_view field);

}  // namespace polarize::native
