#pragma once

// Eigen with its vector code left out, so that decompositions give the same bits everywhere, and in a namespace of its
// own: the linker keeps one of all functions of a name, and a program that uses Eigen beside this library has it
// compiled with other flags. To be included before anything of Eigen, and by no header.

#define EIGEN_DONT_VECTORIZE
#define Eigen polarize_eigen  // NOLINT(readability-identifier-naming)

#include <Eigen/LU>
#include <Eigen/SVD>

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
