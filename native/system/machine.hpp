#pragma once

#include <cstddef>

namespace polarize::native {

/// Bytes of memory that a program may sensibly take now: half of what the system says is available, or 1 GiB where it
/// does not say.
double memory_to_spare();

/// Most threads that a command may use.
inline constexpr std::size_t most_threads = 256;

/// Threads that this machine runs at once, 1 to most_threads.
std::size_t processor_count();

}  // namespace polarize::native
