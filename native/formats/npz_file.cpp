#include "formats/npz_file.hpp"

#include <utility>
#include <vector>

#include "arrays/npy.hpp"
#include "arrays/npz.hpp"
#include "formats/json.hpp"
#include "formats/training_json.hpp"

namespace polarize::native {
namespace {

constexpr std::string_view final_suffix = "_final";
constexpr std::string_view history_prefix = "history_";
constexpr std::string_view evaluations_prefix = "evaluations_";
constexpr std::string_view metric_prefix = "metric_";
constexpr std::string_view sample_prefix = "sample_";
constexpr std::string_view summary_name = "summary";
constexpr std::string_view singular_values_name = "singular_values";

void add_arrays(std::vector<NpzMember>& members, std::string_view prefix, const Arrays& arrays) {
    for (const auto& [name, array] : arrays) members.push_back({std::string(prefix) + name, format_npy(array)});
}

void add_state(std::vector<NpzMember>& members, const Snapshot& last) {
    const auto add_vector = [&](std::string name, const std::vector<double>& values) {
        members.push_back({name.append(final_suffix), format_npy(Array{{values.size()}, values})});
    };
    add_vector("alpha", last.alpha);
    add_vector("u", last.u);
}

void add_history(std::vector<NpzMember>& members, const std::string& prefix, const History& history) {
    members.push_back({prefix + "step", format_npy(history.steps)});
    for (const Series& series : history.series) {
        Array array{{history.samples()}, series.values};
        if (series.width > 1) array.shape.push_back(series.width);
        members.push_back({prefix + series.name, format_npy(array)});
    }
}

/// The file of `members` and of what every run has.
std::string file_bytes(std::vector<NpzMember> members, const History& history, const nlohmann::ordered_json& summary) {
    add_history(members, std::string(history_prefix), history);
    members.push_back({std::string(summary_name), format_npy(lines_of(summary))});
    const std::vector<std::byte> bytes = format_npz(members);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::string npz_bytes(const RunRecord& record) {
    const Snapshot& last = record.last;
    std::vector<NpzMember> members;
    add_arrays(members, "", last.arrays);
    add_state(members, last);
    return file_bytes(std::move(members), last.history, summary_json(record));
}

std::string npz_bytes(const TrainingRecord& record) {
    const TrainingSnapshot& last = record.last;
    std::vector<NpzMember> members;
    add_arrays(members, "", last.weights);
    add_arrays(members, metric_prefix, last.metrics);
    add_arrays(members, sample_prefix, last.samples);
    add_history(members, std::string(evaluations_prefix), last.evaluations);
    return file_bytes(std::move(members), last.history, training_summary_json(record));
}

bool is_result_name(std::string_view name) {
    for (const std::string_view prefix : {history_prefix, evaluations_prefix, metric_prefix, sample_prefix})
        if (name.starts_with(prefix)) return true;
    return name.ends_with(final_suffix) || name == summary_name || name == singular_values_name;
}

}  // namespace polarize::native
