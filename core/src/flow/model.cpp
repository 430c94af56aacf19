#include "flow/model.hpp"

#include <algorithm>

#include "flow/kernels.hpp"
#include "numeric/padding.hpp"

namespace polarize {

FlowModel::FlowModel(Isa isa) : isa_(isa), kernels_(&polarize::kernels(isa)) {}

AlignedVector pad_rows(const std::vector<double>& values, std::size_t rows, std::size_t columns) {
    const std::size_t stride = padded(columns);
    AlignedVector result(rows * stride, 0.0);
    for (std::size_t i = 0; i < rows; ++i)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * columns), columns,
                    result.begin() + static_cast<std::ptrdiff_t>(i * stride));
    return result;
}

std::vector<double> unpad_rows(const AlignedVector& values, std::size_t rows, std::size_t columns) {
    const std::size_t stride = padded(columns);
    std::vector<double> result(rows * columns);
    for (std::size_t i = 0; i < rows; ++i)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * stride), columns,
                    result.begin() + static_cast<std::ptrdiff_t>(i * columns));
    return result;
}

}  // namespace polarize
