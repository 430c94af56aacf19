#include "formats/table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "formats/columns.hpp"
#include "formats/number.hpp"
#include "formats/table_parts.hpp"

namespace polarize::native {
namespace {

constexpr std::size_t most_tokens = 10;
constexpr std::size_t most_samples = 8;
using Align = Columns::Align;

std::string heading(const RunRecord& record) {
    const Snapshot& last = record.last;
    std::string text = params_heading(record.params);
    text += std::string(status(record)) + " after " + record.extent();
    if (record.seconds > 0) {
        text += " in " + short_number(record.seconds, 3) + " s (" + short_number(record.steps_per_second(), 3) +
                " steps/s, " + last.isa + ")";
    }
    text += "\n";
    if (ended_early(last.status)) {
        text += stop_reason(last) + "; shown is the last finite state\n";
    }
    return text;
}

/// The tokens to show: all in their order, or the largest ten by size.
std::vector<std::size_t> shown_tokens(const std::vector<double>& alpha) {
    std::vector<std::size_t> tokens(alpha.size());
    std::iota(tokens.begin(), tokens.end(), std::size_t{0});
    if (tokens.size() <= most_tokens) return tokens;
    const auto end_of_shown = tokens.begin() + static_cast<std::ptrdiff_t>(most_tokens);
    std::partial_sort(tokens.begin(), end_of_shown, tokens.end(), [&](std::size_t left, std::size_t right) {
        return alpha[left] != alpha[right] ? alpha[left] > alpha[right] : left < right;
    });
    tokens.resize(most_tokens);
    return tokens;
}

std::string token_table(const Snapshot& last) {
    double largest = 0;
    double total = 0;
    for (const double value : last.alpha) {
        largest = std::max(largest, std::abs(value));
        total += std::abs(value);
    }
    const bool is_tied = std::ranges::count(last.alpha, last.max_alpha) > 1;
    const char* const mark = last.max_alpha > 0.5 * total ? " <- winner" : " <- largest";
    Columns columns({Align::right, Align::right, Align::right, Align::right, Align::left});
    columns.add({"token", "alpha", "a", "u", ""});
    const std::vector<std::size_t> tokens = shown_tokens(last.alpha);
    for (const std::size_t i : tokens) {
        const bool leads = static_cast<std::int64_t>(i) == last.winner && !is_tied;
        columns.add({std::to_string(i), show(last.alpha[i]), show(last.a[i]), show(last.u[i]),
                     bar(last.alpha[i], largest) + (leads ? mark : "")});
    }
    std::string text = joined(columns.lines());
    const std::size_t hidden = last.alpha.size() - tokens.size();
    if (hidden > 0)
        text += "and " + std::to_string(hidden) + " more tokens, none above " + show(last.alpha[tokens.back()]) + "\n";
    return text;
}

std::string numbers(const Snapshot& last) {
    std::vector<std::string> items = {"loss " + show(last.loss), "entropy " + show(last.entropy) + " nats",
                                      "max_alpha " + show(last.max_alpha)};
    for (const auto& [name, value] : last.metrics) items.push_back(name + " " + show(value));
    return filled(items, ", ", page_width);
}

/// The series of `history` that the course shows, those that it holds.
std::vector<const Series*> shown_series(const History& history) {
    std::vector<const Series*> shown;
    for (const char* name : {"tau", "log_t", "loss", "entropy", "max_alpha"}) {
        if (const Series* const series = history.find(name)) shown.push_back(series);
    }
    return shown;
}

std::string course(const History& history) {
    const std::vector<const Series*> shown = shown_series(history);
    Columns columns(std::vector<Align>(shown.size() + 1, Align::right));
    std::vector<std::string> names = {"step"};
    for (const Series* const series : shown) names.push_back(series->name);
    columns.add(names);
    for (const std::size_t sample : spread_rows(history.samples(), most_samples)) {
        std::vector<std::string> cells = {std::to_string(history.steps[sample])};
        for (const Series* const series : shown) cells.push_back(show(series->values[sample]));
        columns.add(std::move(cells));
    }
    return joined(columns.lines());
}

}  // namespace

std::string table_text(const RunRecord& record) {
    return heading(record) + "\n" + token_table(record.last) + "\n" + numbers(record.last) + "\n" +
           course(record.last.history);
}

}  // namespace polarize::native
