#include "formats/columns.hpp"

#include <algorithm>

namespace polarize::native {
namespace {

/// The number of characters of UTF-8 `text`.
std::size_t display_width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }));
}

}  // namespace

std::vector<std::string> Columns::lines() const {
    std::vector<std::size_t> widths(alignment_.size(), 0);
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
    }
    std::vector<std::string> lines;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const std::string padding(widths[i] - display_width(row[i]), ' ');
            if (i > 0) line += "  ";
            line += alignment_[i] == Align::left ? row[i] + padding : padding + row[i];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines, std::size_t indent) {
    std::string text;
    for (const std::string& line : lines) text += std::string(indent, ' ') + line + "\n";
    return text;
}

std::string filled(const std::vector<std::string>& items, std::string_view separator, std::size_t width) {
    std::string text;
    std::size_t used = 0;
    for (const std::string& item : items) {
        const std::size_t item_width = display_width(item) + separator.size();
        if (used > 0 && used + item_width > width) {
            text.erase(text.find_last_not_of(' ') + 1);
            text += '\n';
            used = 0;
        }
        text.append(item).append(separator);
        used += item_width;
    }
    if (!items.empty()) text.erase(text.size() - separator.size());
    return text + "\n";
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::vector<std::string> words;
    while (!text.empty()) {
        words.emplace_back(text.substr(0, text.find(' ')));
        text.remove_prefix(std::min(words.back().size() + 1, text.size()));
    }
    std::string lines = filled(words, " ", width - indent);
    if (indent == 0) return lines;
    const std::string margin(indent, ' ');
    for (std::size_t end = 0; end < lines.size(); end = lines.find('\n', end) + 1) {
        lines.insert(end, margin);
    }
    return lines;
}

}  // namespace polarize::native
