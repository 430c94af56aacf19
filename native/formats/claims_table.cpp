#include "formats/claims_table.hpp"

#include <algorithm>
#include <vector>

#include "formats/columns.hpp"
#include "formats/number.hpp"

namespace polarize::native {
namespace {

constexpr std::size_t page_width = 120;
constexpr std::size_t row_indent = 2;
constexpr std::size_t note_indent = 6;
constexpr int digits = 5;

std::string show(double value) { return short_number(value, digits); }

std::string prediction_text(const ClaimResult& result) {
    const std::string predicted = show(result.predicted);
    const std::string tolerance = show(result.tolerance);
    switch (result.relation) {
        case Relation::at_most: return "at most " + show(result.predicted + result.tolerance);
        case Relation::at_least: return "at least " + show(result.predicted - result.tolerance);
        case Relation::near: break;
    }
    return "predicted " + predicted + (result.tolerance > 0 ? " ± " + tolerance : "");
}

std::string break_text(const ClaimResult& result) {
    if (!result.broke_at) return "";
    if (result.broke_at->time) return "broke at t = " + show(*result.broke_at->time);
    return "broke at step " + std::to_string(result.broke_at->step);
}

/// The results of one claim.
std::string claim_text(const Claim& claim, const std::vector<const ClaimResult*>& results) {
    using Align = Columns::Align;
    Columns columns({Align::left, Align::left, Align::right, Align::left, Align::left});
    for (const ClaimResult* const result : results) {
        columns.add({result->pass ? "✓" : "✗", result->experiment + ": " + result->run,
                     result->measured ? show(*result->measured) : "not measured", prediction_text(*result),
                     break_text(*result)});
    }
    std::string text = wrapped(std::string(claim.id) + ": " + std::string(claim.sentence), page_width);
    const std::vector<std::string> rows = columns.lines();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += joined({rows[i]}, row_indent);
        if (!results[i]->note.empty()) text += wrapped(results[i]->note, page_width, note_indent);
    }
    return text;
}

}  // namespace

std::string claims_table(std::span<const ClaimResult> results, double seconds) {
    if (results.empty()) return "no claim was checked\n";
    std::string text;
    for (const Claim& claim : claims()) {
        std::vector<const ClaimResult*> own;
        for (const ClaimResult& result : results) {
            if (result.claim == &claim) own.push_back(&result);
        }
        if (!own.empty()) text += claim_text(claim, own) + "\n";
    }
    const auto held = std::ranges::count_if(results, &ClaimResult::pass);
    return text + std::to_string(held) + " of " + std::to_string(results.size()) + " hold, checked in " +
           short_number(seconds, 3) + " s\n";
}

}  // namespace polarize::native
