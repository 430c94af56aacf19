#pragma once

#include <filesystem>

namespace polarize::native {

/// What the control groups that hold this process leave it, the tightest of them and of all above them: infinity where
/// they set no limit.
struct CgroupLimits {
    /// Bytes of memory up to the limit (`memory.max` and `memory.high` of version 2, `memory.limit_in_bytes` of version
    /// 1). Cached files that the kernel may drop count as free.
    double memory;
    /// Processors' worth of time (`cpu.max`, `cpu.cfs_quota_us`), such as 1.5.
    double processors;
};

/// Reads them below `root`, where /proc and /sys/fs/cgroup are looked for: "/" but for tests.
CgroupLimits cgroup_limits(const std::filesystem::path& root);

}  // namespace polarize::native
