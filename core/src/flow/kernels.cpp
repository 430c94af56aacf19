#include "flow/kernels.hpp"

#include <array>

#include "simd/isa_table.hpp"

namespace polarize {

// One table per compilation of kernels/kernels_isa.cpp, each in the namespace of its instruction set.
#define POLARIZE_DECLARE(name, text, runs) \
    inline namespace name {                \
    extern const FlowKernels flow_kernels; \
    }
POLARIZE_ISA_TABLE(POLARIZE_DECLARE)
#undef POLARIZE_DECLARE

const FlowKernels& kernels(Isa isa) {
#define POLARIZE_ADDRESS(name, text, runs) &name::flow_kernels,
    static constexpr auto kTables = std::to_array<const FlowKernels*>({POLARIZE_ISA_TABLE(POLARIZE_ADDRESS)});
#undef POLARIZE_ADDRESS
    return *kTables.at(static_cast<std::size_t>(isa));
}

}  // namespace polarize
