#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace polarize::native {

/// A file that appears under its name complete or not at all: it is written beside its place under a name of its own
/// and moved there by `commit`. Without a commit, nothing of it stays. Where a file is there that cannot be replaced,
/// such as one that is mounted by itself or lies in a folder closed to new files, its content is written over instead.
class AtomicFile {
  public:
    /// Opens the unfinished file. Where `target` is a symbolic link, the file that it names is written; a file that is
    /// there keeps its mode and owner. Throws Error, which names `field`, when the folder does not allow it or what is
    /// there is read-only or not a regular file.
    AtomicFile(std::filesystem::path target, std::string_view field);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Appends `bytes`. Throws WriteError.
    void write(std::string_view bytes);

    /// Makes sure that all is on the disk, gives the file its name and makes sure of that, too. Throws WriteError.
    void commit();

  private:
    void open_beside(std::string_view field, bool may_write_over);
    void write_over();

    std::filesystem::path target_;
    std::string unfinished_;  ///< empty where the target itself is written
    int descriptor_ = -1;
    std::size_t written_ = 0;
};

/// Creates `folder` where it is missing, makes sure that a file called `name` can be written there, and removes what
/// killed programs left of earlier tries. Returns the file's path. Throws Error, which names `field`.
std::filesystem::path prepare_file(const std::filesystem::path& folder, const std::string& name,
                                   std::string_view field);

}  // namespace polarize::native
