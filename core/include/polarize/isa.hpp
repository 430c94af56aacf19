#pragma once

#include <string_view>
#include <vector>

namespace polarize {

/// Instruction sets that kernels are compiled for. Flows have the same bits on all of them; tiny transformers, whose
/// kernels fuse multiply and add where the set can, differ in the last ones.
enum class Isa { scalar, sse2, avx2, avx512, simd128, relaxed_simd };

/// "scalar", "sse2", "avx2", "avx512", "simd128" or "relaxed-simd".
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
