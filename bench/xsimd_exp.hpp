#pragma once

#include <cstddef>

namespace polarize::bench {

/// to = e^x over `count` aligned doubles, a multiple of 8.
using ExpFunction = void (*)(std::size_t count, const double* x, double* to);

}  // namespace polarize::bench
