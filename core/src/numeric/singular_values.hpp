#pragma once

#include <cstddef>
#include <vector>

namespace polarize {

/// The singular values of the rows × columns matrix M (row-major, not padded), largest first: min(rows, columns)
/// numbers.
std::vector<double> singular_values(const std::vector<double>& M, std::size_t rows, std::size_t columns);

/// M with its singular values replaced by linspace(1, 1/kappa, min(rows, columns)), its singular vectors kept: a matrix
/// of condition number kappa, at least 1.
std::vector<double> with_condition_number(const std::vector<double>& M, std::size_t rows, std::size_t columns,
                                          double kappa);

}  // namespace polarize
