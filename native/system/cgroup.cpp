#include "system/cgroup.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace polarize::native {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The words of a file's first line; none where the file is not there.
std::vector<std::string> first_line(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    std::istringstream words(line);
    std::vector<std::string> result;
    for (std::string word; words >> word;) result.push_back(word);
    return result;
}

std::optional<double> number_in(const std::string& word) {
    std::istringstream stream(word);
    double number = 0;
    if (stream >> number) return number;
    return std::nullopt;
}

/// The number in a file; nothing where there is none, as with "max".
std::optional<double> number_in_file(const std::filesystem::path& file) {
    const std::vector<std::string> words = first_line(file);
    return words.empty() ? std::nullopt : number_in(words[0]);
}

/// The number behind `name` in a file of lines "name number", 0 where there is none.
double statistic(const std::filesystem::path& file, std::string_view name) {
    std::ifstream stream(file);
    std::string key;
    double value = 0;
    while (stream >> key >> value)
        if (key == name) return value;
    return 0;
}

/// What the files of one group leave of a limit on memory.
struct MemoryFiles {
    std::string_view limit;
    std::string_view usage;
    std::string_view droppable;  ///< in memory.stat

    double left(const std::filesystem::path& group) const {
        const std::optional<double> most = number_in_file(group / limit);
        if (!most) return unlimited;
        const double used = number_in_file(group / usage).value_or(0);
        const double cached = std::min(used, statistic(group / "memory.stat", droppable));
        return std::max(*most - (used - cached), 0.0);
    }
};

constexpr std::array memory_files{
    MemoryFiles{"memory.max", "memory.current", "inactive_file"},
    MemoryFiles{"memory.high", "memory.current", "inactive_file"},
    MemoryFiles{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"},
};

double memory_of(const std::filesystem::path& group) {
    double left = unlimited;
    for (const MemoryFiles& files : memory_files) left = std::min(left, files.left(group));
    return left;
}

/// "150000 100000" in cpu.max, or the same in the two files of version 1; "max" and −1 are no limit.
double processors_of(const std::filesystem::path& group) {
    std::optional<double> quota;
    std::optional<double> period;
    const std::vector<std::string> words = first_line(group / "cpu.max");
    if (words.size() == 2) {
        quota = number_in(words[0]);
        period = number_in(words[1]);
    } else {
        quota = number_in_file(group / "cpu.cfs_quota_us");
        period = number_in_file(group / "cpu.cfs_period_us");
    }
    const bool is_limit = quota && period && *quota > 0 && *period > 0;
    return is_limit ? *quota / *period : unlimited;
}

/// The groups of the hierarchy mounted at `mount` from the one at `path` in it up to the mount itself.
std::vector<std::filesystem::path> with_parents(const std::filesystem::path& mount, const std::string& path) {
    std::vector<std::filesystem::path> groups{mount};
    for (const std::filesystem::path& part : std::filesystem::path(path).relative_path()) {
        // A group outside of what is mounted: the mount is what is known of it.
        if (part == "..") return {mount};
        groups.push_back(groups.back() / part);
    }
    return groups;
}

bool has_controller(std::string_view controllers, std::string_view name) {
    const std::string all = "," + std::string(controllers) + ",";
    return all.find("," + std::string(name) + ",") != std::string::npos;
}

}  // namespace

CgroupLimits cgroup_limits(const std::filesystem::path& root) {
    const std::filesystem::path mounts = root / "sys/fs/cgroup";
    CgroupLimits limits{.memory = unlimited, .processors = unlimited};
    std::ifstream stream(root / "proc/self/cgroup");
    for (std::string line; std::getline(stream, line);) {  // "5:cpu,cpuacct:/group", for version 2 "0::/group"
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::filesystem::path mount = mounts / controllers;  // of version 2 the folder of all mounts
        for (const std::filesystem::path& group : with_parents(mount, line.substr(second + 1))) {
            const bool is_unified = controllers.empty();
            if (is_unified || has_controller(controllers, "memory"))
                limits.memory = std::min(limits.memory, memory_of(group));
            if (is_unified || has_controller(controllers, "cpu"))
                limits.processors = std::min(limits.processors, processors_of(group));
        }
    }
    return limits;
}

}  // namespace polarize::native
