#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polarize::native {

/// Text in aligned columns, two spaces apart.
class Columns {
  public:
    enum class Align { left, right };

    explicit Columns(std::vector<Align> alignment) : alignment_(std::move(alignment)) {}

    /// Adds a row of as many cells as there are columns.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    /// The rows, each without its line end and without trailing spaces.
    std::vector<std::string> lines() const;

  private:
    std::vector<Align> alignment_;
    std::vector<std::vector<std::string>> rows_;
};

/// Every line of `lines` behind `indent` spaces, with its line end.
std::string joined(const std::vector<std::string>& lines, std::size_t indent = 0);

/// `items` one after the other with `separator` between them, in lines of at most `width` characters. An item stays
/// whole.
std::string filled(const std::vector<std::string>& items, std::string_view separator, std::size_t width);

/// `text` broken between words into lines of at most `width` characters, each behind `indent` spaces.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

}  // namespace polarize::native
