// A SIMD build of the engine is loaded only where its instructions run, so it need not carry the scalar kernels as
// well, which are a third of its size. The definition here stands in the place of the library's, and the linker leaves
// that one out. The kernels of every instruction set give the same bits.

#include "flow/kernels.hpp"
#include "simd/isa_table.hpp"

namespace polarize {

inline namespace POLARIZE_FASTEST_ISA {
extern const FlowKernels flow_kernels;
}

inline namespace scalar {
extern const FlowKernels flow_kernels;
const FlowKernels flow_kernels = POLARIZE_FASTEST_ISA::flow_kernels;
}  // namespace scalar

}  // namespace polarize
