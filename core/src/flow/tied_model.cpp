#include "flow/tied_model.hpp"

#include <algorithm>
#include <cmath>

#include "flow/kernels.hpp"
#include "flow/weights.hpp"
#include "numeric/padding.hpp"

namespace polarize {

TiedModel::TiedModel(const Arrays& arrays, Isa isa)
    : FlowModel(isa),
      D_(arrays.at("a").data.size()),
      U_(pad_rows(arrays.at("U").data, D_, D_)),
      a_(pad_rows(arrays.at("a").data, 1, D_)),
      beta_star_(pad_rows(arrays.at("beta_star").data, 1, D_)),
      logits_(padded(D_)),
      alpha_(padded(D_)),
      beta_(padded(D_)),
      u_(padded(D_)),
      grad_logits_(padded(D_)),
      grad_a_(padded(D_)),
      direction_norm_(kernels().norm(D_, beta_star_.data())) {
    state_ = {{"U", &U_}, {"a", &a_}};
}

TiedView TiedModel::view() {
    return {.map = settings.map,
            .train = settings.train,
            .D = D_,
            .lr = settings.lr,
            .U = U_.data(),
            .a = a_.data(),
            .beta_star = beta_star_.data(),
            .logits = logits_.data(),
            .alpha = alpha_.data(),
            .beta = beta_.data(),
            .u = u_.data(),
            .grad_logits = grad_logits_.data(),
            .grad_a = grad_a_.data()};
}

void TiedModel::descend(std::int64_t steps) { kernels().descend_tied(view(), steps); }

Look TiedModel::observe() {
    Look look;
    look.numbers = kernels().observe_tied(view());
    look.direction_norm = direction_norm_;
    look.alpha = unpad_rows(alpha_, 1, D_);
    look.a = unpad_rows(a_, 1, D_);
    look.u = unpad_rows(u_, 1, D_);

    const std::size_t winner = argmax(look.alpha);
    std::vector<double> squares(D_, 0.0);
    for (std::size_t i = 0; i < D_; ++i)
        for (std::size_t j = 0; j < D_; ++j) squares[j] += U_[i * padded(D_) + j] * U_[i * padded(D_) + j];
    double other = 0;
    for (std::size_t j = 0; j < D_; ++j)
        if (j != winner) other = std::max(other, squares[j]);
    look.extra.emplace_back("top_column_norm", std::sqrt(squares[winner]));
    look.extra.emplace_back("other_column_norm", std::sqrt(other));
    return look;
}

Arrays TiedModel::parameters() const { return {{"U", value_matrix()}, {"a", {{D_}, unpad_rows(a_, 1, D_)}}}; }

Array TiedModel::value_matrix() const { return {{D_, D_}, unpad_rows(U_, D_, D_)}; }

double TiedModel::work_per_step() const {
    return static_cast<double>(padded(D_)) * (10.0 * static_cast<double>(D_) + 40.0);
}

}  // namespace polarize
