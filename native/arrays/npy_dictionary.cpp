#include "arrays/npy_dictionary.hpp"

#include <charconv>
#include <set>

#include <polarize/error.hpp>

namespace polarize {
namespace {

[[noreturn]] void refuse(std::string_view field, std::string_view problem) {
    throw refused(field, "", problem, "", ErrorCode::malformed);
}

/// Walks over the text of the dictionary, token by token.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    /// Takes `token` when it comes next.
    bool take(std::string_view token) {
        skip_space();
        if (text_.substr(0, token.size()) != token) return false;
        text_.remove_prefix(token.size());
        return true;
    }

    void expect(std::string_view token) {
        if (!take(token)) refuse("header", polarize::quoted(token) + " expected" + position());
    }

    std::string quoted() {
        skip_space();
        const char quote = text_.empty() ? ' ' : text_.front();
        const std::size_t end = quote == '\'' || quote == '"' ? text_.find(quote, 1) : std::string_view::npos;
        if (end == std::string_view::npos) refuse("header", "a quoted word expected" + position());
        const std::string word(text_.substr(1, end - 1));
        text_.remove_prefix(end + 1);
        return word;
    }

    std::size_t integer() {
        skip_space();
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
        if (error != std::errc{}) refuse("shape", "an integer expected" + position());
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
        if (text_.starts_with('L')) text_.remove_prefix(1);  // as Python 2 wrote integers beyond 32 bits, and NumPy all
        return value;
    }

    void expect_end() {
        skip_space();
        if (!text_.empty()) refuse("header", "nothing more expected" + position());
    }

  private:
    void skip_space() {
        const std::size_t end = text_.find_first_not_of(" \t\r\n");
        text_.remove_prefix(end == std::string_view::npos ? text_.size() : end);
    }

    std::string position() const {
        constexpr std::size_t shown = 20;
        return text_.empty() ? " at its end" : " before " + polarize::quoted(text_.substr(0, shown));
    }

    std::string_view text_;
};

std::vector<std::size_t> parse_shape(Scanner& scanner) {
    std::vector<std::size_t> shape;
    scanner.expect("(");
    while (!scanner.take(")")) {
        shape.push_back(scanner.integer());
        if (scanner.take(")")) break;
        scanner.expect(",");
    }
    return shape;
}

bool parse_boolean(Scanner& scanner) {
    if (scanner.take("True")) return true;
    if (scanner.take("False")) return false;
    refuse("fortran_order", "True or False expected");
}

}  // namespace

NpyDictionary parse_npy_dictionary(std::string_view text) {
    NpyDictionary dictionary;
    std::set<std::string> seen;
    Scanner scanner(text);
    scanner.expect("{");
    while (!scanner.take("}")) {
        const std::string key = scanner.quoted();
        scanner.expect(":");
        if (key == "descr") {
            dictionary.descr = scanner.quoted();
        } else if (key == "fortran_order") {
            dictionary.fortran_order = parse_boolean(scanner);
        } else if (key == "shape") {
            dictionary.shape = parse_shape(scanner);
        } else {
            throw refused("header", "key " + polarize::quoted(key), "is unknown", "descr, fortran_order, shape",
                          ErrorCode::unknown_name);
        }
        if (!seen.insert(key).second) refuse("header", "key " + polarize::quoted(key) + " stands there twice");
        if (scanner.take("}")) break;
        scanner.expect(",");
    }
    scanner.expect_end();
    if (seen.size() != 3) refuse("header", "needs the keys descr, fortran_order and shape");
    return dictionary;
}

}  // namespace polarize
