#include "nn/kernels.hpp"

#include <array>

#include "simd/isa_table.hpp"

namespace polarize {

// Two tables per compilation of kernels/kernels_isa.cpp, each in the namespace of its instruction set.
#define POLARIZE_DECLARE(name, text, runs)             \
    inline namespace nn_##name {                       \
        extern const NnKernels<float> float_kernels;   \
        extern const NnKernels<double> double_kernels; \
    }
POLARIZE_ISA_TABLE(POLARIZE_DECLARE)
#undef POLARIZE_DECLARE

template <>
const NnKernels<float>& nn_kernels<float>(Isa isa) {
#define POLARIZE_ADDRESS(name, text, runs) &nn_##name::float_kernels,
    static constexpr auto kTables = std::to_array<const NnKernels<float>*>({POLARIZE_ISA_TABLE(POLARIZE_ADDRESS)});
#undef POLARIZE_ADDRESS
    return *kTables.at(static_cast<std::size_t>(isa));
}
template <>
const NnKernels<double>& nn_kernels<double>(Isa isa) {
#define POLARIZE_ADDRESS(name, text, runs) &nn_##name::double_kernels,
    static constexpr auto kTables = std::to_array<const NnKernels<double>*>({POLARIZE_ISA_TABLE(POLARIZE_ADDRESS)});
#undef POLARIZE_ADDRESS
    return *kTables.at(static_cast<std::size_t>(isa));
}

}  // namespace polarize
