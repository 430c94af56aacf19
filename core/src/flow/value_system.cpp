#include "flow/value_system.hpp"

#include <algorithm>

#include "flow/kernels.hpp"
#include "numeric/own_eigen.hpp"
#include "numeric/padding.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Padded = Eigen::Map<const RowMajor, 0, Eigen::OuterStride<>>;

Eigen::Index index(std::size_t value) { return static_cast<Eigen::Index>(value); }

Padded as_matrix(const double* data, std::size_t rows, std::size_t columns) {
    return {data, index(rows), index(columns), Eigen::OuterStride<>(index(padded(columns)))};
}

Eigen::Map<const Eigen::VectorXd> as_vector(const double* data, std::size_t size) { return {data, index(size)}; }

/// V as d × k whichever way the loss stores it.
RowMajor features_by_tokens(const ValueView& m) {
    if (m.loss == Loss::kl) return as_matrix(m.V, m.k, m.d).transpose();
    return as_matrix(m.V, m.d, m.k);
}

/// H = ∇²ℓ at the beta of the last forward pass.
Eigen::MatrixXd curvature(const ValueView& m) {
    const auto d = index(m.d);
    if (m.loss == Loss::square) return Eigen::MatrixXd::Identity(d, d);
    if (m.loss == Loss::kl) {
        const Eigen::VectorXd q = as_vector(m.residual, m.d) + as_vector(m.p_star, m.d);
        return Eigen::MatrixXd(q.asDiagonal()) - q * q.transpose();
    }
    const auto beta = as_vector(m.beta, m.d);
    if (m.loss == Loss::logistic) {
        const auto direction = as_vector(m.beta_star, m.d);
        const double p = sigmoid(as_vector(m.u, m.k).dot(as_vector(m.alpha, m.k)));
        return (p * (1.0 - p)) * (direction * direction.transpose());
    }
    const auto X = as_matrix(m.X, m.n, m.d);
    if (m.loss == Loss::regression) return 2.0 * (X.transpose() * X);
    Eigen::VectorXd weights = X * beta;
    for (double& weight : weights) weight = sigmoid(weight) * sigmoid(-weight) / static_cast<double>(m.n);
    return X.transpose() * weights.asDiagonal() * X;
}

}  // namespace

/// (μ + Bᵀ H B)⁻¹ = (1 − Bᵀ H (μ + B Bᵀ H)⁻¹ B)/μ, where B (X_V, x_a) = X_V alpha + W x_a and W = V J(a).
struct ValueSystem::GaussNewton {
    Eigen::VectorXd alpha;  // k
    RowMajor W;             // d × k
    Eigen::MatrixXd H;      // d × d
    double shift = 1;
    double shift_real = 1;
    double shift_imaginary = 0;
    Eigen::PartialPivLU<Eigen::MatrixXd> factors;
    Eigen::PartialPivLU<Eigen::MatrixXd> complex_factors;  // of the real matrix ((Re, −Im), (Im, Re))
    bool trains_V = true;
    bool trains_a = true;
    bool transposed = false;  // V is stored k × d

    auto V_part(double* x) const {
        const Eigen::Index rows = transposed ? W.cols() : W.rows();
        const Eigen::Index columns = transposed ? W.rows() : W.cols();
        const auto stride = index(padded(static_cast<std::size_t>(columns)));
        return Eigen::Map<RowMajor, 0, Eigen::OuterStride<>>(x, rows, columns, Eigen::OuterStride<>(stride));
    }

    /// B x.
    Eigen::VectorXd image(double* x, std::size_t V_size) const {
        Eigen::VectorXd result = Eigen::VectorXd::Zero(W.rows());
        if (trains_V && transposed) result += V_part(x).transpose() * alpha;
        else if (trains_V) result += V_part(x) * alpha;
        if (trains_a) result += W * as_vector(x + V_size, static_cast<std::size_t>(W.cols()));
        return result;
    }

    /// x −= Bᵀ correction.
    void subtract(double* x, std::size_t V_size, const Eigen::VectorXd& correction) const {
        if (trains_V && transposed) V_part(x) -= alpha * correction.transpose();
        else if (trains_V) V_part(x) -= correction * alpha.transpose();
        if (trains_a) Eigen::Map<Eigen::VectorXd>(x + V_size, W.cols()) -= W.transpose() * correction;
    }
};

ValueSystem::ValueSystem(ValueModel& model)
    : model_(model), V_size_(model.state()[0].second->size()), gauss_newton_(std::make_unique<GaussNewton>()) {
    fix_eigen_blocking();
}

ValueSystem::~ValueSystem() = default;

std::size_t ValueSystem::size() const { return V_size_ + padded(model_.tokens()); }

bool ValueSystem::has_implicit() const { return model_.view().d <= kLargestImplicit; }

ValueView ValueSystem::view_at(const double* y) const {
    ValueView view = model_.view();
    // Kernels that compute rates only read V and a; the view's pointers are not const for the sake of those that
    // descend.
    view.V = const_cast<double*>(y);
    view.a = const_cast<double*>(y + V_size_);
    view.side = side_;
    return view;
}

void ValueSystem::derivative(const double* y, double* rate) {
    model_.kernels().value_rate(view_at(y), rate, rate + V_size_);
}

void ValueSystem::pulls(const AlignedVector& y, std::span<double> alpha, std::span<double> pull) {
    AlignedVector rate(size());
    derivative(y.data(), rate.data());
    const ValueView m = view_at(y.data());
    std::copy_n(m.alpha, m.k, alpha.begin());
    // Under the logistic loss u is ∂L/∂alpha up to its factor, which is below 0.
    if (m.loss == Loss::logistic) std::copy_n(m.u, m.k, pull.begin());
    else std::transform(m.g, m.g + m.k, pull.begin(), [](double g) { return -g; });
}

void ValueSystem::prepare_implicit(const double* y, double shift, double shift_real, double shift_imaginary) {
    const ValueView m = view_at(y);
    const FlowKernels& run = model_.kernels();
    run.observe_value(m);

    GaussNewton& gn = *gauss_newton_;
    gn.trains_V = m.train != Train::a_only;
    gn.trains_a = m.train != Train::V_only;
    gn.transposed = m.loss == Loss::kl;
    gn.alpha = as_vector(m.alpha, m.k);
    const RowMajor V = features_by_tokens(m);
    gn.W.resize(V.rows(), V.cols());
    AlignedVector row(padded(m.k), 0.0);
    AlignedVector product(padded(m.k), 0.0);
    for (Eigen::Index i = 0; i < V.rows(); ++i) {
        std::ranges::copy(V.row(i), row.begin());
        run.map_backward(m.map, m.k, m.a, m.alpha, row.data(), product.data());
        gn.W.row(i) = as_vector(product.data(), m.k);
    }
    gn.H = curvature(m);

    Eigen::MatrixXd product_of_B = Eigen::MatrixXd::Zero(V.rows(), V.rows());
    if (gn.trains_V) product_of_B.diagonal().setConstant(gn.alpha.squaredNorm());
    if (gn.trains_a) product_of_B += gn.W * gn.W.transpose();
    Eigen::MatrixXd core = product_of_B * gn.H;
    gn.shift = shift;
    gn.shift_real = shift_real;
    gn.shift_imaginary = shift_imaginary;
    const Eigen::Index d = core.rows();
    Eigen::MatrixXd complex_core = Eigen::MatrixXd::Zero(2 * d, 2 * d);
    complex_core.topLeftCorner(d, d) = complex_core.bottomRightCorner(d, d) = core;
    complex_core.diagonal().array() += shift_real;
    complex_core.topRightCorner(d, d).diagonal().setConstant(-shift_imaginary);
    complex_core.bottomLeftCorner(d, d).diagonal().setConstant(shift_imaginary);
    core.diagonal().array() += gn.shift;
    gn.factors.compute(core);
    gn.complex_factors.compute(complex_core);
}

void ValueSystem::solve_implicit(double* x) {
    const GaussNewton& gn = *gauss_newton_;
    gn.subtract(x, V_size_, gn.H * gn.factors.solve(gn.image(x, V_size_)));
    for (std::size_t i = 0; i < size(); ++i) x[i] /= gn.shift;
}

void ValueSystem::solve_implicit(double* x, double* y) {
    const GaussNewton& gn = *gauss_newton_;
    const Eigen::Index d = gn.H.rows();
    Eigen::VectorXd image(2 * d);
    image << gn.image(x, V_size_), gn.image(y, V_size_);
    const Eigen::VectorXd solution = gn.complex_factors.solve(image);
    gn.subtract(x, V_size_, gn.H * solution.head(d));
    gn.subtract(y, V_size_, gn.H * solution.tail(d));
    for (std::size_t i = 0; i < size(); ++i) divide_by(gn.shift_real, gn.shift_imaginary, x[i], y[i]);
}

}  // namespace polarize
