
#include <algorithm>
#include <numeric>
#include <vector>

#include <polarize/error.hpp>
#include <polarize/text.hpp>

namespace polarize {

namespace {

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

/// Levenshtein distance: insertions, deletions and replacements of a letter, whether capital or not.
std::size_t edit_distance(std::string_view x, std::string_view y) {
    std::vector<std::size_t> row(y.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < x.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < y.size(); ++j) {
            const std::size_t replaced = diagonal + (lower(x[i]) == lower(y[j]) ? 0U : 1U);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
        }
    }
    return row.back();
}

}  // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
    std::string_view best;
    std::size_t best_distance = 0;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(name, candidate);
        if (2 * distance > std::max(name.size(), candidate.size())) continue;
        if (best.empty() || distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

Error unknown_name(std::string_view field, std::string_view value, std::span<const std::string_view> allowed) {
    std::string names;
    for (const std::string_view name : allowed) names.append(names.empty() ? "" : ", ").append(name);
    const std::string_view best = nearest(value, allowed);
    if (!best.empty()) names += "; did you mean " + quoted(best) + "?";
    return refused(field, quoted(value), "is unknown", names, ErrorCode::unknown_name);
}

}  // namespace polarize
