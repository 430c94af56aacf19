#pragma once

namespace polarize::native {

/// Bytes of memory that a program may sensibly take now: half of what the system says is available, or 1 GiB where it
/// does not say.
double memory_to_spare();

/// Threads that this machine runs at once, at least 1.
unsigned processor_count();

}  // namespace polarize::native
