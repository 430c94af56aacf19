#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace polarize {

/// Instruction sets that kernels are compiled for. Flows have the same bits on all of them; tiny transformers, whose
/// kernels fuse multiply and add where the set can, differ in the last ones.
/// Every library holds `scalar`, plain C++; which others it holds depends on what it was compiled for, so they are
/// found by `available_isas` and `find_isa`.
enum class Isa : std::uint8_t { scalar = 0 };

/// "scalar", and where the library holds it "sse2", "avx2", "avx512", "neon64", "simd128" or "relaxed-simd".
std::string_view name(Isa isa);

/// The sets that this build holds and this machine runs, slowest first.
std::vector<Isa> available_isas();

/// The set in use: the best available one until `select_isa` says otherwise.
Isa active_isa();

/// Uses `isa` for runs started from now on. Throws Error when it is not available here. Not thread-safe.
void select_isa(Isa isa);

/// The available set called `wanted`. Throws Error, naming what is available, where there is none.
Isa find_isa(std::string_view wanted);

}  // namespace polarize
