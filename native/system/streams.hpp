#pragma once

#include <stdexcept>
#include <string_view>

namespace polarize::native {

/// A write that the system refused, such as to a full disk. `what()` is one line.
class WriteError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// To be called first: makes sure that no file the program opens takes the number of a standard stream that the caller
/// closed, and that a reader who leaves, or a file-size limit, shows as a failed write instead of a signal.
void prepare_streams();

/// Writes all of `bytes` to the open file `descriptor`. Throws WriteError, which calls the file `name`.
void write_all(int descriptor, std::string_view bytes, std::string_view name);

/// The same to a pipe, where a reader who has closed it has read what they wanted: that is no error. Throws WriteError.
void write_to_reader(int descriptor, std::string_view bytes, std::string_view name);

/// `write_to_reader` of standard output.
void write_output(std::string_view bytes);

/// Writes `text` as one line to standard error, whatever it quotes: control characters are shown as "?".
void report(std::string_view text);

/// `report` of what went wrong, with the program's name before it.
void report_failure(std::string_view message);

}  // namespace polarize::native
