#pragma once

#include "flow/model.hpp"

namespace polarize {

/// The arrays and sizes of L(V, a) = ℓ(V σ(a)). Which of the arrays are read depends on the loss (see ValueView).
struct ValueProblem {
    Loss loss = Loss::logistic;
    std::size_t d = 0;  ///< features; classes for kl
    std::size_t k = 0;  ///< tokens
    std::size_t n = 0;  ///< rows of X, 0 for the losses without data
    Arrays arrays;      ///< V (d, k; for kl k, d), a (k), beta_star (d), X (n, d), y (n), p_star (d)
};

/// The direction of feature space that u = Vᵀ beta_star, the margin and the alignment are taken along: the teacher of
/// the logistic and square losses; for the others, which have none, the direction in which the loss first falls from
/// beta = 0: Xᵀy for regression, Xᵀy/n for logistic data, p_star − 1/d for kl.
std::vector<double> teacher_direction(const ValueProblem& problem);

/// The value-softmax model and its gradient descent.
class ValueModel final : public FlowModel {
  public:
    explicit ValueModel(const ValueProblem& problem, Isa isa = active_isa());

    void descend(std::int64_t steps) override;
    Look observe() override;
    Arrays parameters() const override;
    Array value_matrix() const override;
    std::pair<std::size_t, std::size_t> matrix_shape() const override { return {V_rows(), V_columns()}; }
    double work_per_step() const override;
    std::size_t tokens() const override { return k_; }

    /// The model's buffers as kernels take them.
    ValueView view();

  private:
    std::size_t V_rows() const;
    std::size_t V_columns() const;

    Loss loss_;
    std::size_t d_, k_, n_;
    AlignedVector V_, a_, beta_star_, X_, y_, p_star_;
    AlignedVector alpha_, u_, beta_, residual_, rows_, g_, grad_a_;  // scratch of an update
    double direction_norm_;
};

}  // namespace polarize
