#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polarize::native {

/// Whether a file option names standard input or output: "-", or a path such as /dev/stdin.
bool is_standard_input(const std::filesystem::path& path);
bool is_standard_output(const std::filesystem::path& path);

/// How messages call what is read from `path`: "standard input", or the path.
std::string display_name(const std::filesystem::path& path);

/// A file, a pipe or standard input, read from its beginning to its end.
class InputFile {
  public:
    /// Opens `path`; "-" is standard input. Throws Error that says why it cannot be read.
    explicit InputFile(const std::filesystem::path& path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    /// How messages call it.
    const std::string& name() const { return name_; }

    /// Bytes of a file that lie on a disk, from where it is read; nothing of a pipe, whose end is not known.
    std::optional<std::uint64_t> size() const { return size_; }

    /// The next `count` bytes, fewer at the end of the input; `read` gives them again. Throws Error.
    std::span<const std::byte> peek(std::size_t count);

    /// Reads until `bytes` are full or the input ends; returns how many there were. Throws Error.
    std::size_t read(std::span<std::byte> bytes);

  private:
    std::size_t read_on(std::span<std::byte> bytes) const;

    std::string name_;
    int descriptor_ = -1;
    bool owned_ = true;
    std::vector<std::byte> ahead_;  ///< what was looked at and not read
    std::optional<std::uint64_t> size_;
};

/// All bytes that are left of `input`. Throws Error, also where they are more than 4 GiB.
std::vector<std::byte> read_all(InputFile& input);

/// All bytes of a file, a pipe or standard input. Throws Error that names it.
std::vector<std::byte> read_file(const std::filesystem::path& path);

}  // namespace polarize::native
