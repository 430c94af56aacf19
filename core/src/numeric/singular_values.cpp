#include "numeric/singular_values.hpp"

#include "numeric/own_eigen.hpp"

namespace polarize {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

RowMajor as_matrix(const std::vector<double>& M, std::size_t rows, std::size_t columns) {
    return Eigen::Map<const RowMajor>(M.data(), static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
}

}  // namespace

std::vector<double> singular_values(const std::vector<double>& M, std::size_t rows, std::size_t columns) {
    fix_eigen_blocking();
    const Eigen::JacobiSVD<RowMajor> svd(as_matrix(M, rows, columns));
    const auto& values = svd.singularValues();
    return {values.data(), values.data() + values.size()};
}

std::vector<double> with_condition_number(const std::vector<double>& M, std::size_t rows, std::size_t columns,
                                          double kappa) {
    fix_eigen_blocking();
    const Eigen::JacobiSVD<RowMajor> svd(as_matrix(M, rows, columns), Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Eigen::Index count = svd.singularValues().size();
    Eigen::VectorXd values(count);
    const double step = count > 1 ? (1.0 / kappa - 1.0) / static_cast<double>(count - 1) : 0.0;
    for (Eigen::Index i = 0; i < count; ++i) values[i] = 1.0 + step * static_cast<double>(i);
    if (count > 1) values[count - 1] = 1.0 / kappa;  // as linspace does: the end point exactly
    const RowMajor result = svd.matrixU() * values.asDiagonal() * svd.matrixV().transpose();
    return {result.data(), result.data() + result.size()};
}

}  // namespace polarize
