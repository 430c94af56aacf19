#pragma once

#include "flow/model.hpp"

namespace polarize {

/// The tied model alpha = σ(U a), beta = U alpha with the logistic loss: one matrix makes scores and values, so the
/// winner's column of U grows into a massive activation.
class TiedModel final : public FlowModel {
  public:
    /// `arrays`: U (D, D), a (D), beta_star (D).
    explicit TiedModel(const Arrays& arrays, Isa isa = active_isa());

    void descend(std::int64_t steps) override;
    /// Adds top_column_norm, ‖U[:, argmax alpha]‖, and other_column_norm, the largest of the other columns' norms.
    Look observe() override;
    Arrays parameters() const override;
    Array value_matrix() const override;
    std::pair<std::size_t, std::size_t> matrix_shape() const override { return {D_, D_}; }
    double work_per_step() const override;
    std::size_t tokens() const override { return D_; }

    /// The model's buffers as kernels take them.
    TiedView view();

  private:
    std::size_t D_;
    AlignedVector U_, a_, beta_star_;
    AlignedVector logits_, alpha_, beta_, u_, grad_logits_, grad_a_;  // scratch of an update
    double direction_norm_;
};

}  // namespace polarize
