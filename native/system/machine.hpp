#pragma once

#include <cstddef>
#include <filesystem>

namespace polarize::native {

/// Bytes of memory that a program may sensibly take now: four fifths of what is left to it, which is the least of what
/// the system says is available, what its control groups leave (see cgroup_limits) and what its own limits
/// (`ulimit -v` and `-d`) leave; 1 GiB where nothing of that is said. The files that say so are read below `root`.
double memory_to_spare(const std::filesystem::path& root = "/");

/// Most threads that a command may use.
inline constexpr std::size_t max_threads = 256;

/// Threads that this process runs at once, 1 to max_threads: the processors that it may use (taskset, cpusets), or
/// fewer where a control group gives it a smaller share of their time.
std::size_t processor_count();

/// The same for a process that may use `usable` processors, its control groups being read below `root`.
std::size_t processor_count(std::size_t usable, const std::filesystem::path& root);

}  // namespace polarize::native
