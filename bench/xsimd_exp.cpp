#include "xsimd_exp.hpp"

#include <xsimd/xsimd.hpp>

// Compiled once per instruction set, with POLARIZE_REGISTER where that has registers: see cmake/isas.cmake.
namespace polarize::bench::inline POLARIZE_ISA_NAMESPACE {

extern const ExpFunction xsimd_exp;

#if defined(POLARIZE_REGISTER)
namespace {
void exp_all(std::size_t count, const double* x, double* to) {
    using Register = POLARIZE_REGISTER;
    for (std::size_t i = 0; i < count; i += Register::size)
        xsimd::exp(Register::load_aligned(x + i)).store_aligned(to + i);
}
}  // namespace

constexpr ExpFunction xsimd_exp = exp_all;
#else
constexpr ExpFunction xsimd_exp = nullptr;
#endif

}  // namespace polarize::bench::inline POLARIZE_ISA_NAMESPACE
