#include "formats/training_table.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/columns.hpp"
#include "formats/number.hpp"
#include "formats/table_parts.hpp"

namespace polarize::native {
namespace {

constexpr std::size_t most_evaluations = 11;
constexpr int digits = 4;
using Align = Columns::Align;

/// A metric and the heading of its column.
struct Column {
    std::string_view metric;
    std::string_view heading;
};
constexpr std::array head_columns{Column{"sink_score", "sink"},
                                  Column{"sink_total_weight", "total weight"},
                                  Column{"sparsity", "sparsity"},
                                  Column{"first_token", "first token"},
                                  Column{"attention_entropy", "entropy"},
                                  Column{"rel_attn_max", "rel_attn_max"},
                                  Column{"rel_attn_max_abs", "of sizes"},
                                  Column{"dominance", "dominance"},
                                  Column{"dominance_leading", "where it leads"}};
constexpr std::array place_columns{Column{"massive_max", "largest"}, Column{"massive_median", "median"},
                                   Column{"massive_ratio", "ratio"}};
constexpr std::array course_columns{Column{"evaluation_loss", "loss"}, Column{"accuracy", "accuracy"},
                                    Column{"accuracy_all", "all positions"}};

std::string shown(double value) { return short_number(value, digits); }

std::string heading(const TrainingRecord& record) {
    const TrainingSnapshot& last = record.last;
    std::string text = params_heading(record.params);
    text += std::string(status(record)) + " after " + record.extent();
    if (record.pace.updates > 0) {
        text += " (" + short_number(record.pace.ms_per_step, 3) + " ms per update, " +
                std::to_string(record.pace.threads) + (record.pace.threads == 1 ? " thread, " : " threads, ") +
                last.isa + ")";
    }
    text += "\n";
    if (last.status == RunStatus::diverged)
        text += stop_reason(last) +
                (last.evaluated_step < 0 ? "; no state before it was finite\n" : "; shown is the last finite state\n");
    return text;
}

/// The columns that `metrics` have, with their tables.
template <std::size_t Size>
std::vector<std::pair<std::string_view, const Array*>> present(const std::array<Column, Size>& columns,
                                                               const Arrays& metrics) {
    std::vector<std::pair<std::string_view, const Array*>> found;
    for (const Column& column : columns)
        if (const auto metric = metrics.find(column.metric); metric != metrics.end())
            found.emplace_back(column.heading, &metric->second);
    return found;
}

/// A row for each number of the tables; `labels` says what row number i is about, in `label_names.size()` columns.
template <class Labels>
std::string table(std::vector<std::string> label_names, const Labels& labels,
                  const std::vector<std::pair<std::string_view, const Array*>>& tables) {
    if (tables.empty()) return "";
    Columns columns(std::vector<Align>(label_names.size() + tables.size(), Align::right));
    for (const auto& [name, values] : tables) label_names.emplace_back(name);
    columns.add(std::move(label_names));
    for (std::size_t row = 0; row < tables.front().second->data.size(); ++row) {
        std::vector<std::string> cells = labels(row);
        for (const auto& [name, values] : tables) cells.push_back(shown(values->data[row]));
        columns.add(std::move(cells));
    }
    return joined(columns.lines()) + "\n";
}

std::string head_table(const Arrays& metrics) {
    const auto tables = present(head_columns, metrics);
    if (tables.empty()) return "";
    const std::size_t heads = tables.front().second->shape.back();
    return table(
        {"layer", "head"},
        [&](std::size_t row) { return std::vector{std::to_string(row / heads), std::to_string(row % heads)}; }, tables);
}

std::string place_table(const Arrays& metrics) {
    return table(
        {"activations"},
        [](std::size_t row) {
            return std::vector{row == 0 ? std::string("embedding") : "layer " + std::to_string(row - 1)};
        },
        present(place_columns, metrics));
}

std::string numbers(const TrainingSnapshot& last) {
    std::vector<std::string> items{std::isfinite(last.loss) ? "batch loss " + shown(last.loss) : "no finite loss"};
    for (const auto& [name, metric] : last.metrics)
        if (metric.shape.empty()) items.push_back(name + " " + shown(metric.data[0]));
    return filled(items, ", ", page_width);
}

std::string course(const History& evaluations) {
    Columns columns(std::vector<Align>(course_columns.size() + 1, Align::right));
    columns.add({"step", "loss", "accuracy", "all positions"});
    for (const std::size_t sample : spread_rows(evaluations.samples(), most_evaluations)) {
        std::vector<std::string> cells{std::to_string(evaluations.steps[sample])};
        for (const Column& column : course_columns)
            cells.push_back(shown(evaluations.find(column.metric)->values[sample]));
        columns.add(std::move(cells));
    }
    return joined(columns.lines());
}

}  // namespace

std::string training_table_text(const TrainingRecord& record) {
    const TrainingSnapshot& last = record.last;
    return heading(record) + "\n" + head_table(last.metrics) + place_table(last.metrics) + numbers(last) + "\n" +
           course(last.evaluations);
}

}  // namespace polarize::native
