// Compiled once per instruction set, with its flags and
//   POLARIZE_ISA_NAMESPACE   the namespace of this compilation, e.g. avx2
//   POLARIZE_REGISTER        the register type, e.g. xsimd::batch<double, xsimd::avx2>
//   POLARIZE_GROUP_REGISTER  the register type for small models, which are chains of operations on one lane group
// (see cmake/isas.cmake).
// Only raw pointers here: an inline function of a library would be compiled with this file's flags for the whole
// program.

#include "flow/kernels.hpp"
#include "flow/kernels/ensemble.hpp"
#include "flow/kernels/ensemble_descent.hpp"
#include "flow/kernels/flow.hpp"
#include "flow/kernels/tied.hpp"
#include "flow/kernels/value.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {
namespace {

using L = Lanes<POLARIZE_REGISTER>;
using Group = Lanes<POLARIZE_GROUP_REGISTER>;

void exp_all(std::size_t count, const double* x, double* to) {
    for (std::size_t i = 0; i < count; i += kLanes) exp(L::load(x + i)).store(to + i);
}
double vector_norm(std::size_t count, const double* x) { return norm<L>(blocks_for(count), x); }
void forward(Weighting map, std::size_t k, const double* a, double* alpha) {
    map_forward<L>(map, blocks_for(k), k, a, alpha);
}
void backward(Weighting map, std::size_t k, const double* a, const double* alpha, const double* g, double* grad_a) {
    map_backward<L>(map, blocks_for(k), k, a, alpha, g, grad_a);
}
void sum_terms(std::size_t count, std::size_t terms, const double* weights, const double* const* x, const double* base,
               double* to) {
    add_terms<L>(count, terms, weights, x, base, to);
}
void product(std::size_t rows, std::size_t columns, const double* M, const double* x, double* to) {
    multiply<L>(rows, blocks_for(columns), M, x, to);
}
void transposed_product(std::size_t rows, std::size_t columns, const double* M, const double* x, double* to) {
    multiply_transposed<L>(rows, blocks_for(columns), M, x, to);
}

}  // namespace

extern const FlowKernels flow_kernels;
constexpr FlowKernels flow_kernels{
    .descend_value = descend_value<L, Group>,
    .descend_tied = descend_tied<L>,
    .observe_value = observe_value<L>,
    .observe_tied = observe_tied<L>,
    .value_rate = value_rate<L>,
    .tied_rate = tied_rate<L>,
    .rescaled_rate = rescaled_rate<L>,
    .descend_ensemble = descend_ensemble<L>,
    .integrate_ensemble = integrate_ensemble<L>,
    .observe_ensemble = observe_ensemble<L>,
    .norm = vector_norm,
    .exp = exp_all,
    .map_forward = forward,
    .map_backward = backward,
    .add_terms = sum_terms,
    .multiply = product,
    .multiply_transposed = transposed_product,
};

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
