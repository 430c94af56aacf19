#include "formats/npz_file.hpp"

#include <vector>

#include "arrays/npy.hpp"
#include "arrays/npz.hpp"
#include "formats/json.hpp"

namespace polarize::native {
namespace {

constexpr std::string_view final_suffix = "_final";
constexpr std::string_view history_prefix = "history_";
constexpr std::string_view summary_name = "summary";
constexpr std::string_view singular_values_name = "singular_values";

void add_state(std::vector<NpzMember>& members, const Snapshot& last) {
    for (const auto& [name, array] : last.arrays) members.push_back({name, format_npy(array)});
    const auto add_vector = [&](std::string name, const std::vector<double>& values) {
        members.push_back({name.append(final_suffix), format_npy(Array{{values.size()}, values})});
    };
    add_vector("alpha", last.alpha);
    add_vector("u", last.u);
}

void add_history(std::vector<NpzMember>& members, const History& history) {
    const std::string prefix(history_prefix);
    members.push_back({prefix + "step", format_npy(history.steps)});
    for (const Series& series : history.series) {
        Array array{{history.samples()}, series.values};
        if (series.width > 1) array.shape.push_back(series.width);
        members.push_back({prefix + series.name, format_npy(array)});
    }
}

}  // namespace

std::string npz_bytes(const RunRecord& record) {
    std::vector<NpzMember> members;
    add_state(members, record.last);
    add_history(members, record.last.history);
    members.push_back({std::string(summary_name), format_npy(lines_of(summary_json(record)))});
    const std::vector<std::byte> bytes = format_npz(members);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_result_name(std::string_view name) {
    return name.ends_with(final_suffix) || name.starts_with(history_prefix) || name == summary_name ||
           name == singular_values_name;
}

}  // namespace polarize::native
