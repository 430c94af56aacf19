#include "nn/kernels.hpp"

namespace polarize {

namespace {

/// The two tables of one instruction set.
struct Tables {
    const NnKernels<float>& floats;
    const NnKernels<double>& doubles;
};

}  // namespace

// Two tables per compilation of nn_kernels_isa.cpp, each in the namespace of its instruction set.
inline namespace nn_scalar {
extern const NnKernels<float> float_kernels;
extern const NnKernels<double> double_kernels;
}  // namespace nn_scalar
#if defined(__x86_64__)
inline namespace nn_sse2 {
extern const NnKernels<float> float_kernels;
extern const NnKernels<double> double_kernels;
}  // namespace nn_sse2
inline namespace nn_avx2 {
extern const NnKernels<float> float_kernels;
extern const NnKernels<double> double_kernels;
}  // namespace nn_avx2
inline namespace nn_avx512 {
extern const NnKernels<float> float_kernels;
extern const NnKernels<double> double_kernels;
}  // namespace nn_avx512
#elif defined(__wasm_simd128__)
inline namespace nn_simd128 {
extern const NnKernels<float> float_kernels;
extern const NnKernels<double> double_kernels;
}  // namespace nn_simd128
#endif

namespace {

Tables tables(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::sse2: return {nn_sse2::float_kernels, nn_sse2::double_kernels};
        case Isa::avx2: return {nn_avx2::float_kernels, nn_avx2::double_kernels};
        case Isa::avx512: return {nn_avx512::float_kernels, nn_avx512::double_kernels};
#elif defined(__wasm_simd128__)
        case Isa::simd128:
        case Isa::relaxed_simd: return {nn_simd128::float_kernels, nn_simd128::double_kernels};
#endif
        default: return {nn_scalar::float_kernels, nn_scalar::double_kernels};
    }
}

}  // namespace

template <>
const NnKernels<float>& nn_kernels<float>(Isa isa) {
    return tables(isa).floats;
}
template <>
const NnKernels<double>& nn_kernels<double>(Isa isa) {
    return tables(isa).doubles;
}

}  // namespace polarize
