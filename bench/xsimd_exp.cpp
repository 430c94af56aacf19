#include "xsimd_exp.hpp"

#include <xsimd/xsimd.hpp>

namespace polarize::bench::inline POLARIZE_ISA_NAMESPACE {

extern const ExpFunction xsimd_exp;

namespace {
void exp_all(std::size_t count, const double* x, double* to) {
    using Batch = POLARIZE_BATCH;
    for (std::size_t i = 0; i < count; i += Batch::size) xsimd::exp(Batch::load_aligned(x + i)).store_aligned(to + i);
}
}  // namespace

constexpr ExpFunction xsimd_exp = exp_all;

}  // namespace polarize::bench::inline POLARIZE_ISA_NAMESPACE
