#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace polarize::native {

/// Takes the next bytes of what is written.
using ByteSink = std::function<void(std::string_view)>;

/// A place for a result that was found fit for it before the work: a file, which appears complete or not at all, a pipe
/// or device, or standard output.
class Output {
  public:
    /// Standard output, also for "-" and its like.
    Output() = default;

    /// What the option `field` names. Creates the folder of a file. Throws Error where it cannot be written.
    Output(const std::filesystem::path& path, std::string_view field);

    /// The file `name` in `folder`; "-" for the folder is standard output. Throws Error.
    static Output in_folder(const std::filesystem::path& folder, const std::string& name, std::string_view field);

    bool is_standard_output() const { return kind_ == Kind::standard_output; }

    /// Whether it is replaced as a whole, as often as it is written.
    bool is_file() const { return kind_ == Kind::file; }

    const std::filesystem::path& path() const { return path_; }

    /// Writes what `content` gives. A reader of a pipe who leaves has read what they wanted: that is no error. Throws
    /// WriteError, and Error where a file can no longer be written.
    void write(const std::function<void(const ByteSink&)>& content) const;
    void write(std::string_view bytes) const;

  private:
    enum class Kind { standard_output, stream, file };

    Kind kind_ = Kind::standard_output;
    std::filesystem::path path_;
    std::string field_;
};

}  // namespace polarize::native
