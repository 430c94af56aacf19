#include "formats/format.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <polarize/error.hpp>
#include <polarize/text.hpp>
#include "formats/csv.hpp"
#include "formats/json.hpp"
#include "formats/npz_file.hpp"
#include "formats/table.hpp"
#include "formats/training_json.hpp"
#include "formats/training_table.hpp"

namespace polarize::native {
namespace {

struct FormatRow {
    Format format;
    std::string_view name;
    std::string_view ending;
    std::string (*render_flow)(const RunRecord&);
    std::string (*render_training)(const TrainingRecord&);
};

template <class Record>
std::string history_text(const Record& record) {
    return csv_text(record.last.history);
}

constexpr FormatRow formats[] = {
    {Format::table, "table", ".txt", table_text, training_table_text},
    {Format::json, "json", ".json", json_text, training_json_text},
    {Format::csv, "csv", ".csv", history_text<RunRecord>, history_text<TrainingRecord>},
    {Format::npz, "npz", ".npz", npz_bytes, npz_bytes},
};

const FormatRow& row(Format format) {
    return *std::find_if(std::begin(formats), std::end(formats),
                         [&](const FormatRow& row) { return row.format == format; });
}

}  // namespace

Format find_format(std::string_view name) {
    std::vector<std::string_view> names;
    for (const FormatRow& row : formats) {
        if (row.name == name) return row.format;
        names.push_back(row.name);
    }
    throw unknown_name("--format", name, names);
}

std::string_view file_ending(Format format) { return row(format).ending; }

bool is_binary(Format format) { return format == Format::npz; }

std::string render(Format format, const RunRecord& record) { return row(format).render_flow(record); }

std::string render(Format format, const TrainingRecord& record) { return row(format).render_training(record); }

}  // namespace polarize::native
