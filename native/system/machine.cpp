#include "system/machine.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

#include "system/cgroup.hpp"

namespace polarize::native {
namespace {

constexpr double kibibyte = 1024;

/// The number behind `name` in a file of /proc; nothing where there is none, as with "unlimited".
std::optional<double> number_after(const std::filesystem::path& file, std::string_view name) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(name)) continue;
        const std::size_t digits = line.find_first_not_of(" \t", name.size());
        if (digits == std::string::npos || line[digits] < '0' || line[digits] > '9') return std::nullopt;
        return std::stod(line.substr(digits));
    }
    return std::nullopt;
}

/// What a limit of the process, called `limit` in /proc/self/limits, leaves beyond what it uses of it already.
double left_of_limit(const std::filesystem::path& self, std::string_view limit, std::string_view used) {
    const std::optional<double> most = number_after(self / "limits", limit);
    if (!most) return std::numeric_limits<double>::infinity();
    return std::max(*most - kibibyte * number_after(self / "status", used).value_or(0), 0.0);
}

/// Processors that this process may run on.
std::size_t usable_processors() {
#if defined(__linux__)
    for (int most = CPU_SETSIZE; most <= 64 * CPU_SETSIZE; most *= 4) {
        cpu_set_t* const set = CPU_ALLOC(most);
        if (set == nullptr) break;
        const std::size_t bytes = CPU_ALLOC_SIZE(most);
        const bool is_known = sched_getaffinity(0, bytes, set) == 0;
        const int count = is_known ? CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (is_known) return static_cast<std::size_t>(count);
    }
#endif
    return std::thread::hardware_concurrency();
}

}  // namespace

double memory_to_spare(const std::filesystem::path& root) {
    constexpr double usual = 1024.0 * 1024.0 * 1024.0;
    constexpr double share = 0.8;  // the rest is for the program itself and for what others may need meanwhile
    const std::filesystem::path proc = root / "proc";
    double left = cgroup_limits(root).memory;
    left = std::min(left, left_of_limit(proc / "self", "Max address space", "VmSize:"));
    left = std::min(left, left_of_limit(proc / "self", "Max data size", "VmData:"));
    if (const auto available = number_after(proc / "meminfo", "MemAvailable:"))
        left = std::min(left, kibibyte * *available);
    return std::isfinite(left) ? share * left : usual;
}

std::size_t processor_count() { return processor_count(usable_processors(), "/"); }

std::size_t processor_count(std::size_t usable, const std::filesystem::path& root) {
    const double share = std::ceil(cgroup_limits(root).processors);
    const double most = std::min(share, static_cast<double>(max_threads));
    return std::clamp<std::size_t>(usable, 1, static_cast<std::size_t>(std::max(most, 1.0)));
}

}  // namespace polarize::native
