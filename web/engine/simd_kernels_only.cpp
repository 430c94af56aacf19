// A SIMD build of the engine is loaded only where its instructions run, so it need not carry the scalar kernels as
// well, which are a third of its size. The definition here stands in the place of the library's, and the linker leaves
// that one out. The kernels of every instruction set give the same bits.

#include "flow/kernels.hpp"

namespace polarize {

inline namespace simd128 {
extern const FlowKernels flow_kernels;
}

inline namespace scalar {
extern const FlowKernels flow_kernels;
const FlowKernels flow_kernels = simd128::flow_kernels;
}  // namespace scalar

}  // namespace polarize
