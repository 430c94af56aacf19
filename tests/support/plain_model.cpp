#include "support/plain_model.hpp"

#include <algorithm>
#include <cmath>

namespace polarize::test {

namespace {

double dot(const Vector& x, const Vector& y) {
    double total = 0;
    for (std::size_t i = 0; i < x.size(); ++i) total += x[i] * y[i];
    return total;
}

Vector times(const Matrix& M, const Vector& x) {
    Vector result;
    for (const Vector& row : M) result.push_back(dot(row, x));
    return result;
}

Matrix transposed(const Matrix& M) {
    Matrix result(M.empty() ? 0 : M[0].size(), Vector(M.size()));
    for (std::size_t i = 0; i < M.size(); ++i)
        for (std::size_t j = 0; j < M[i].size(); ++j) result[j][i] = M[i][j];
    return result;
}

Matrix outer(const Vector& x, const Vector& y) {
    Matrix result(x.size(), Vector(y.size()));
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < y.size(); ++j) result[i][j] = x[i] * y[j];
    return result;
}

void subtract(Vector& x, double scale, const Vector& y) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= scale * y[i];
}
void subtract(Matrix& M, double scale, const Matrix& N) {
    for (std::size_t i = 0; i < M.size(); ++i) subtract(M[i], scale, N[i]);
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double logistic_loss(double z) { return std::log1p(std::exp(-z)); }

Vector softmax(const Vector& x) {
    const double largest = *std::ranges::max_element(x);
    Vector result;
    double total = 0;
    for (const double value : x) {
        result.push_back(std::exp(value - largest));
        total += result.back();
    }
    for (double& value : result) value /= total;
    return result;
}

/// What a normalised map has above its denominator, and its derivative.
double numerator(ScoreMap map, double score) {
    switch (map) {
        case ScoreMap::l1: return std::abs(score);
        case ScoreMap::l2: return score * score;
        case ScoreMap::relu_norm: return std::max(score, 0.0);
        default: return score;
    }
}
double numerator_slope(ScoreMap map, double score) {
    switch (map) {
        case ScoreMap::l1: return static_cast<double>(score > 0) - static_cast<double>(score < 0);
        case ScoreMap::l2: return 2 * score;
        case ScoreMap::relu_norm: return score > 0 ? 1 : 0;
        default: return 1;
    }
}
double denominator(ScoreMap map, const Vector& a) {
    double total = 0;
    for (const double score : a) total += numerator(map, score);
    return total + 1e-10;
}

/// Softpick's Σ|e^a − 1| + ε.
double softpick_norm(const Vector& a) {
    double total = 1e-10;
    for (const double score : a) total += std::abs(std::expm1(score));
    return total;
}

bool is_sparse(ScoreMap map) { return map == ScoreMap::sparsemax || map == ScoreMap::entmax15; }

/// The weights of sparsemax or entmax-1.5, their threshold by bisection.
Vector sparse_weights(ScoreMap map, const Vector& a) {
    const double scale = map == ScoreMap::sparsemax ? 1 : 0.5;
    const double power = map == ScoreMap::sparsemax ? 1 : 2;
    double high = scale * *std::ranges::max_element(a);
    double low = high - 1;
    const auto weights_at = [&](double threshold) {
        Vector alpha;
        for (const double score : a) alpha.push_back(std::pow(std::max(scale * score - threshold, 0.0), power));
        return alpha;
    };
    for (int halving = 0; halving < 200; ++halving) {
        const double middle = (low + high) / 2;
        double total = 0;
        for (const double weight : weights_at(middle)) total += weight;
        (total > 1 ? low : high) = middle;
    }
    return weights_at(low);
}

/// J(a)ᵀ g of a map with J = diag(w) − w wᵀ/Σw: w is 1 on the support of sparsemax, √alpha for entmax-1.5.
Vector sparse_gradient(ScoreMap map, const Vector& alpha, const Vector& g) {
    Vector w;
    double total = 0;
    for (const double weight : alpha) {
        w.push_back(map == ScoreMap::entmax15 ? std::sqrt(weight) : static_cast<double>(weight > 0));
        total += w.back();
    }
    const double mean = dot(w, g) / total;
    for (std::size_t i = 0; i < g.size(); ++i) w[i] *= g[i] - mean;
    return w;
}

double elementwise(ScoreMap map, double score) {
    if (map == ScoreMap::sigmoid) return sigmoid(score);
    return map == ScoreMap::relu ? std::max(score, 0.0) : score;
}
double elementwise_slope(ScoreMap map, double score) {
    if (map == ScoreMap::sigmoid) return sigmoid(score) * (1 - sigmoid(score));
    return map == ScoreMap::relu && score <= 0 ? 0 : 1;
}

Vector values_or_none(const Arrays& arrays, const char* name) {
    const auto found = arrays.find(name);
    return found == arrays.end() ? Vector{} : found->second.data;
}

}  // namespace

Vector plain_weights(Weighting map, const Vector& a) {
    const auto [name, temperature] = map;
    Vector alpha = a;
    if (name == ScoreMap::softmax) {
        for (double& score : alpha) score /= temperature;
        return softmax(alpha);
    }
    if (name == ScoreMap::softmax_plus_one) {
        alpha.push_back(0);
        alpha = softmax(alpha);
        alpha.pop_back();
        return alpha;
    }
    if (is_sparse(name)) return sparse_weights(name, a);
    for (double& score : alpha) {
        if (name == ScoreMap::softpick) score = std::max(std::expm1(score), 0.0) / softpick_norm(a);
        else if (traits(name).is_normalised) score = numerator(name, score) / denominator(name, a);
        else score = elementwise(name, score);
    }
    return alpha;
}

Vector plain_map_gradient(Weighting map, const Vector& a, const Vector& g) {
    const Vector alpha = plain_weights(map, a);
    const auto [name, temperature] = map;
    if (is_sparse(name)) return sparse_gradient(name, alpha, g);
    const double mean = dot(g, alpha);
    Vector gradient;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (name == ScoreMap::softmax) gradient.push_back(alpha[i] * (g[i] - mean) / temperature);
        else if (name == ScoreMap::softmax_plus_one) gradient.push_back(alpha[i] * (g[i] - mean));
        else if (name == ScoreMap::softpick)
            gradient.push_back(std::exp(a[i]) / softpick_norm(a) * (a[i] > 0 ? g[i] - mean : mean));
        else if (traits(name).is_normalised)
            gradient.push_back(numerator_slope(name, a[i]) / denominator(name, a) * (g[i] - mean));
        else gradient.push_back(elementwise_slope(name, a[i]) * g[i]);
    }
    return gradient;
}

PlainValueModel::PlainValueModel(const ValueProblem& problem, Weighting score_map, Train what)
    : loss_name(problem.loss),
      map(score_map),
      train(what),
      V(matrix_of(problem.arrays.at("V"))),
      X(problem.n > 0 ? matrix_of(problem.arrays.at("X")) : Matrix{}),
      a(problem.arrays.at("a").data),
      beta_star(values_or_none(problem.arrays, "beta_star")),
      y(values_or_none(problem.arrays, "y")),
      p_star(values_or_none(problem.arrays, "p_star")) {}

Matrix PlainValueModel::features_by_tokens() const { return loss_name == Loss::kl ? transposed(V) : V; }

Vector PlainValueModel::beta() const { return times(features_by_tokens(), plain_weights(map, a)); }

double PlainValueModel::loss() const {
    const Vector output = beta();
    if (loss_name == Loss::logistic) return logistic_loss(dot(beta_star, output));
    double total = 0;
    if (loss_name == Loss::square) {
        for (std::size_t i = 0; i < output.size(); ++i) total += std::pow(output[i] - beta_star[i], 2);
        return total / 2;
    }
    if (loss_name == Loss::kl) {
        const Vector q = softmax(output);
        for (std::size_t i = 0; i < q.size(); ++i) total -= p_star[i] * std::log(q[i]);
        return total;
    }
    const Vector predictions = times(X, output);
    for (std::size_t i = 0; i < y.size(); ++i)
        total += loss_name == Loss::regression ? std::pow(y[i] - predictions[i], 2)
                                               : logistic_loss(y[i] * predictions[i]) / static_cast<double>(y.size());
    return total;
}

Vector PlainValueModel::residual() const {
    const Vector output = beta();
    Vector r = loss_name == Loss::kl ? softmax(output) : output;
    if (loss_name == Loss::logistic) {
        const double c = -sigmoid(-dot(beta_star, output));
        for (std::size_t i = 0; i < r.size(); ++i) r[i] = c * beta_star[i];
        return r;
    }
    if (loss_name == Loss::square || loss_name == Loss::kl) {
        subtract(r, 1, loss_name == Loss::kl ? p_star : beta_star);
        return r;
    }
    Vector rows = times(X, output);
    for (std::size_t i = 0; i < y.size(); ++i)
        rows[i] = loss_name == Loss::regression ? 2 * (rows[i] - y[i])
                                                : -y[i] * sigmoid(-y[i] * rows[i]) / static_cast<double>(y.size());
    return times(transposed(X), rows);
}

Matrix PlainValueModel::gradient_V() const {
    const Vector alpha = plain_weights(map, a);
    return loss_name == Loss::kl ? outer(alpha, residual()) : outer(residual(), alpha);
}

Vector PlainValueModel::gradient_a() const {
    return plain_map_gradient(map, a, times(transposed(features_by_tokens()), residual()));
}

void PlainValueModel::descend(double lr, int steps) {
    for (int step = 0; step < steps; ++step) {
        const Matrix grad_V = gradient_V();
        const Vector grad_a = gradient_a();
        if (train != Train::a_only) subtract(V, lr, grad_V);
        if (train != Train::V_only) subtract(a, lr, grad_a);
    }
}

PlainTiedModel::PlainTiedModel(const Arrays& arrays, Weighting score_map, Train what)
    : map(score_map),
      train(what),
      U(matrix_of(arrays.at("U"))),
      a(arrays.at("a").data),
      beta_star(arrays.at("beta_star").data) {}

Vector PlainTiedModel::logits() const { return times(U, a); }

double PlainTiedModel::loss() const { return logistic_loss(dot(beta_star, times(U, plain_weights(map, logits())))); }

/// dℓ/dz
double PlainTiedModel::slope() const { return -sigmoid(-dot(beta_star, times(U, plain_weights(map, logits())))); }

Vector PlainTiedModel::gradient_logits() const {
    Vector g = times(transposed(U), beta_star);
    for (double& value : g) value *= slope();
    return plain_map_gradient(map, logits(), g);
}

Matrix PlainTiedModel::gradient_U() const {
    Vector r = beta_star;
    for (double& value : r) value *= slope();
    Matrix gradient = outer(r, plain_weights(map, logits()));
    subtract(gradient, -1, outer(gradient_logits(), a));
    return gradient;
}

Vector PlainTiedModel::gradient_a() const { return times(transposed(U), gradient_logits()); }

void PlainTiedModel::descend(double lr, int steps) {
    for (int step = 0; step < steps; ++step) {
        const Matrix grad_U = gradient_U();
        const Vector grad_a = gradient_a();
        if (train != Train::a_only) subtract(U, lr, grad_U);
        if (train != Train::V_only) subtract(a, lr, grad_a);
    }
}

Vector flat(const Matrix& M) {
    Vector result;
    for (const Vector& row : M) result.insert(result.end(), row.begin(), row.end());
    return result;
}

Matrix matrix_of(const Array& array) {
    Matrix result;
    const std::size_t columns = array.shape.at(1);
    for (std::size_t i = 0; i < array.shape.at(0); ++i) {
        const double* row = array.data.data() + i * columns;
        result.emplace_back(row, row + columns);
    }
    return result;
}

}  // namespace polarize::test
