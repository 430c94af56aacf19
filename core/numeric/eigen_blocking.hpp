#pragma once

#include <Eigen/Core>

namespace polarize {

/// To be called before Eigen multiplies: it blocks its products, and so orders their sums, by the sizes of the
/// machine's caches, and fixed ones give the same bits everywhere. Eigen keeps them for the whole program, so they are
/// set once, whichever thread comes first.
inline void fix_eigen_blocking() {
    static const bool is_fixed = [] {
        Eigen::setCpuCacheSizes(32768, 262144, 2097152);
        return true;
    }();
    static_cast<void>(is_fixed);
}

}  // namespace polarize
