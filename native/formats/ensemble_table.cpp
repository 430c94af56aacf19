#include "formats/ensemble_table.hpp"

#include <algorithm>
#include <vector>

#include "formats/columns.hpp"
#include "formats/number.hpp"
#include "formats/table_parts.hpp"

namespace polarize::native {
namespace {

using Align = Columns::Align;

std::string heading(const EnsembleRecord& record) {
    const EnsembleResult& result = record.result;
    std::string text = params_heading(record.params);
    text += std::string(record.status()) + ": " + std::to_string(result.finished) + " of " +
            std::to_string(result.count) + " flows";
    if (result.tied > 0) text += ", " + std::to_string(result.tied) + " of them without a winner";
    if (result.diverged > 0) text += ", " + std::to_string(result.diverged) + " of them diverged";
    if (result.stuck > 0) text += ", " + std::to_string(result.stuck) + " of them stuck";
    if (record.seconds > 0) {
        text += " in " + short_number(record.seconds, 3) + " s (" + short_number(record.flow_steps_per_second(), 3) +
                " flow-steps/s, " + std::to_string(record.threads) +
                (record.threads == 1 ? " thread, " : " threads, ") + std::string(record.isa) + ")";
    }
    return text + "\n";
}

/// Wins by the initial rank of u, to the last rank that won, at most ten rows.
std::string winner_table(const std::vector<std::int64_t>& wins) {
    constexpr std::size_t most_rows = 10;
    std::int64_t total = 0;
    std::size_t shown = 1;
    for (std::size_t rank = 0; rank < wins.size(); ++rank) {
        total += wins[rank];
        if (wins[rank] > 0) shown = rank + 1;
    }
    shown = std::min(shown, most_rows);
    const auto all = static_cast<double>(std::max<std::int64_t>(total, 1));
    const auto most = static_cast<double>(*std::ranges::max_element(wins));
    Columns columns({Align::right, Align::right, Align::right, Align::left});
    columns.add({"rank of u(0)", "wins", "share", ""});
    std::int64_t left = total;
    for (std::size_t rank = 0; rank < shown; ++rank) {
        const auto count = static_cast<double>(wins[rank]);
        columns.add({std::to_string(rank + 1), std::to_string(wins[rank]), show(count / all), bar(count, most)});
        left -= wins[rank];
    }
    std::string text = joined(columns.lines());
    if (left > 0) text += "and " + std::to_string(left) + " wins by tokens of later ranks\n";
    return text;
}

std::vector<std::string> spread_cells(const std::string& name, const Distribution& distribution) {
    std::vector<std::string> cells{name, std::to_string(distribution.count)};
    if (distribution.count == 0) {
        cells.resize(4 + kQuantileShares.size());
        return cells;
    }
    cells.push_back(show(distribution.mean));
    cells.push_back(show(distribution.sd));
    for (const double quantile : distribution.quantiles) cells.push_back(show(quantile));
    return cells;
}

std::string spread_table(const EnsembleRecord& record) {
    Columns columns(std::vector<Align>(4 + kQuantileShares.size(), Align::right));
    std::vector<std::string> names{"", "flows", "mean", "sd"};
    for (const double share : kQuantileShares) names.push_back(short_number(100 * share, 3) + " %");
    columns.add(names);
    columns.add(spread_cells("entropy (nats)", record.result.entropy));
    columns.add(
        spread_cells("polarised at (" + std::string(record.result.time_unit) + ")", record.result.polarised_at));
    return joined(columns.lines());
}

std::string course_table(const EnsembleResult& result) {
    constexpr std::size_t most_rows = 8;
    Columns columns(std::vector<Align>(8, Align::right));
    columns.add(
        {std::string(result.time_unit), "flows", "max_alpha 5 %", "50 %", "95 %", "entropy/log k 5 %", "50 %", "95 %"});
    for (const std::size_t row : spread_rows(result.bands.size(), most_rows)) {
        const MomentBands& moment = result.bands[row];
        columns.add({show(moment.time), std::to_string(moment.flows), show(moment.max_alpha.low),
                     show(moment.max_alpha.median), show(moment.max_alpha.high), show(moment.entropy.low),
                     show(moment.entropy.median), show(moment.entropy.high)});
    }
    return joined(columns.lines());
}

}  // namespace

std::string ensemble_table(const EnsembleRecord& record) {
    return heading(record) + "\n" + winner_table(record.result.wins_by_u_rank) + "\n" + spread_table(record) + "\n" +
           course_table(record.result);
}

}  // namespace polarize::native
