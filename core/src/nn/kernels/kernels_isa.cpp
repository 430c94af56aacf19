// Compiled once per instruction set, with its flags and
//   POLARIZE_ISA_NAMESPACE                    the namespace of this compilation, e.g. nn_avx2
//   POLARIZE_REGISTER                         the register type for numbers of type T, e.g. xsimd::batch<T,
//   xsimd::sse2> POLARIZE_TILE_ROWS, POLARIZE_TILE_PACKS   the register tile of matrix products: rows times packs of
//   columns
// (see cmake/isas.cmake).
// Only raw pointers here: an inline function of a library would be compiled with this file's flags for the whole
// program.

#include "nn/kernels.hpp"
#include "nn/kernels/activations.hpp"
#include "nn/kernels/attention.hpp"
#include "nn/kernels/layer_norm.hpp"
#include "nn/kernels/product.hpp"
#include "nn/kernels/training.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {
namespace {

template <class T>
using Pack = POLARIZE_REGISTER;

using Tile = TileShape<POLARIZE_TILE_ROWS, POLARIZE_TILE_PACKS>;

template <class T>
constexpr NnKernels<T> table() {
    using P = Pack<T>;
    return {
        .panel = Tile::packs * P::size,
        .multiply = multiply<P, Tile>,
        .pack_panels = pack_panels<P, Tile>,
        .attention = attention<P, Tile>,
        .attention_backward = attention_backward<P, Tile>,
        .layer_norm = layer_norm<P>,
        .layer_norm_backward = layer_norm_backward<P>,
        .gelu = gelu<P>,
        .scale_by = scale_by<P>,
        .elu_plus_one = elu_plus_one<P>,
        .elu_plus_one_backward = elu_plus_one_backward<P>,
        .apply_gate = apply_gate<P>,
        .apply_gate_backward = apply_gate_backward<P>,
        .add_columns = add_columns<P>,
        .add_rows = add_rows<P>,
        .add_parts = add_parts<P>,
        .cross_entropy = cross_entropy<P>,
        .adamw = adamw<P>,
    };
}

}  // namespace

extern const NnKernels<float> float_kernels;
extern const NnKernels<double> double_kernels;
constexpr NnKernels<float> float_kernels = table<float>();
constexpr NnKernels<double> double_kernels = table<double>();

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
