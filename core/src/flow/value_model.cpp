#include "flow/value_model.hpp"

#include "flow/kernels.hpp"
#include "flow/weights.hpp"
#include "numeric/padding.hpp"

namespace polarize {

namespace {

AlignedVector padded_vector(const Arrays& arrays, std::string_view name) {
    const auto found = arrays.find(name);
    if (found == arrays.end()) return {};
    return pad_rows(found->second.data, 1, found->second.data.size());
}

AlignedVector padded_matrix(const Arrays& arrays, std::string_view name) {
    const auto found = arrays.find(name);
    if (found == arrays.end()) return {};
    return pad_rows(found->second.data, found->second.shape.at(0), found->second.shape.at(1));
}

}  // namespace

std::vector<double> teacher_direction(const ValueProblem& problem) {
    const Arrays& arrays = problem.arrays;
    switch (problem.loss) {
        case Loss::logistic:
        case Loss::square: return arrays.at("beta_star").data;
        case Loss::kl: {
            std::vector<double> direction = arrays.at("p_star").data;
            for (double& value : direction) value -= 1.0 / static_cast<double>(problem.d);
            return direction;
        }
        case Loss::regression:
        case Loss::logistic_data: break;
    }
    const std::vector<double>& X = arrays.at("X").data;
    const std::vector<double>& y = arrays.at("y").data;
    const double scale = problem.loss == Loss::logistic_data ? 1.0 / static_cast<double>(problem.n) : 1.0;
    std::vector<double> direction(problem.d, 0.0);
    for (std::size_t row = 0; row < problem.n; ++row)
        for (std::size_t i = 0; i < problem.d; ++i) direction[i] += scale * y[row] * X[row * problem.d + i];
    return direction;
}

ValueModel::ValueModel(const ValueProblem& problem, Isa isa)
    : FlowModel(isa),
      loss_(problem.loss),
      d_(problem.d),
      k_(problem.k),
      n_(problem.n),
      V_(padded_matrix(problem.arrays, "V")),
      a_(padded_vector(problem.arrays, "a")),
      X_(padded_matrix(problem.arrays, "X")),
      y_(padded_vector(problem.arrays, "y")),
      p_star_(padded_vector(problem.arrays, "p_star")),
      alpha_(padded(k_)),
      u_(padded(k_)),
      beta_(padded(d_)),
      residual_(padded(d_)),
      rows_(padded(n_)),
      g_(padded(k_)),
      grad_a_(padded(k_)) {
    const std::vector<double> direction = teacher_direction(problem);
    beta_star_ = pad_rows(direction, 1, d_);
    direction_norm_ = kernels().norm(d_, beta_star_.data());
    state_ = {{"V", &V_}, {"a", &a_}};
}

ValueView ValueModel::view() {
    return {.loss = loss_,
            .map = settings.map,
            .train = settings.train,
            .d = d_,
            .k = k_,
            .n = n_,
            .lr = settings.lr,
            .V = V_.data(),
            .a = a_.data(),
            .beta_star = beta_star_.data(),
            .X = X_.data(),
            .y = y_.data(),
            .p_star = p_star_.data(),
            .alpha = alpha_.data(),
            .u = u_.data(),
            .beta = beta_.data(),
            .residual = residual_.data(),
            .rows = rows_.data(),
            .g = g_.data(),
            .grad_a = grad_a_.data()};
}

void ValueModel::descend(std::int64_t steps) { kernels().descend_value(view(), steps); }

Look ValueModel::observe() {
    Look look;
    look.numbers = kernels().observe_value(view());
    look.direction_norm = direction_norm_;
    look.alpha = unpad_rows(alpha_, 1, k_);
    look.a = unpad_rows(a_, 1, k_);
    look.u = unpad_rows(u_, 1, k_);
    if (loss_ == Loss::kl) {
        look.extra.emplace_back("kl_divergence", look.numbers.loss - entropy(unpad_rows(p_star_, 1, d_)));
    }
    return look;
}

std::size_t ValueModel::V_rows() const { return loss_ == Loss::kl ? k_ : d_; }
std::size_t ValueModel::V_columns() const { return loss_ == Loss::kl ? d_ : k_; }

Arrays ValueModel::parameters() const { return {{"V", value_matrix()}, {"a", {{k_}, unpad_rows(a_, 1, k_)}}}; }

Array ValueModel::value_matrix() const { return {{V_rows(), V_columns()}, unpad_rows(V_, V_rows(), V_columns())}; }

double ValueModel::work_per_step() const {
    return static_cast<double>(padded(k_)) * (6.0 * static_cast<double>(d_) + 40.0) +
           4.0 * static_cast<double>(n_) * static_cast<double>(padded(d_));
}

}  // namespace polarize
