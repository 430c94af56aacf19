#include "flow/kernels.hpp"

namespace polarize {

// One table per compilation of kernels_isa.cpp, each in the namespace of its instruction set.
inline namespace scalar {
extern const FlowKernels flow_kernels;
}
#if defined(__x86_64__)
inline namespace sse2 {
extern const FlowKernels flow_kernels;
}
inline namespace avx2 {
extern const FlowKernels flow_kernels;
}
inline namespace avx512 {
extern const FlowKernels flow_kernels;
}
#elif defined(__wasm_simd128__)
inline namespace simd128 {
extern const FlowKernels flow_kernels;
}
#endif

const FlowKernels& kernels(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::sse2: return sse2::flow_kernels;
        case Isa::avx2: return avx2::flow_kernels;
        case Isa::avx512: return avx512::flow_kernels;
#elif defined(__wasm_simd128__)
        case Isa::simd128:
        case Isa::relaxed_simd: return simd128::flow_kernels;
#endif
        default: return scalar::flow_kernels;
    }
}

}  // namespace polarize
