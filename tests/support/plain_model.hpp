#pragma once

#include <cstddef>
#include <vector>

#include <polarize/names.hpp>
#include "flow/value_model.hpp"

// A second implementation of the models, written straight from their formulas with ordinary loops and the C library's
// functions: no padding, no lanes, no shared code. What the library computes is compared with it.

namespace polarize::test {

using Vector = std::vector<double>;

/// A matrix by rows.
using Matrix = std::vector<Vector>;

/// alpha = σ(a).
Vector plain_weights(Weighting map, const Vector& a);

/// J(a)ᵀ g with J = ∂σ/∂a.
Vector plain_map_gradient(Weighting map, const Vector& a, const Vector& g);

/// L(V, a) = ℓ(V σ(a)); for kl V holds tokens in its rows, elsewhere features.
class PlainValueModel {
  public:
    PlainValueModel(const ValueProblem& problem, Weighting score_map, Train what);

    Vector beta() const;
    double loss() const;
    /// ∂L/∂V and ∂L/∂a.
    Matrix gradient_V() const;
    Vector gradient_a() const;
    /// Gradient descent: V and a move by the gradients of the same moment.
    void descend(double lr, int steps);

    Loss loss_name;
    Weighting map;
    Train train;
    Matrix V, X;
    Vector a, beta_star, y, p_star;

  private:
    /// ∇ℓ at beta.
    Vector residual() const;
    /// V with features in its rows.
    Matrix features_by_tokens() const;
};

/// The tied model: alpha = σ(U a), beta = U alpha, logistic loss.
class PlainTiedModel {
  public:
    PlainTiedModel(const Arrays& arrays, Weighting score_map, Train what);

    double loss() const;
    Matrix gradient_U() const;
    Vector gradient_a() const;
    void descend(double lr, int steps);

    Weighting map;
    Train train;
    Matrix U;
    Vector a, beta_star;

  private:
    double slope() const;
    Vector logits() const;
    Vector gradient_logits() const;
};

/// The rows of a matrix one after another.
Vector flat(const Matrix& M);

/// The matrix that an array of two axes holds.
Matrix matrix_of(const Array& array);

}  // namespace polarize::test
