#include "support/problems.hpp"

#include <algorithm>
#include <random>

namespace polarize::test {

std::vector<double> random_numbers(std::size_t count, double low, double high, std::uint64_t seed) {
    std::mt19937_64 generator(seed);
    std::vector<double> values(count);
    for (double& value : values) value = low + (high - low) * (static_cast<double>(generator() >> 11U) * 0x1p-53);
    return values;
}

namespace {

/// Scores of which every third is negative and small.
std::vector<double> random_scores(std::size_t count, std::uint64_t seed) {
    std::vector<double> a = random_numbers(count, 0.3, 1.3, seed);
    for (std::size_t i = 1; i < count; i += 3) a[i] *= -0.34;
    return a;
}

}  // namespace

ValueProblem random_problem(Loss loss, Sizes sizes, std::uint64_t seed) {
    const bool has_data = loss == Loss::regression || loss == Loss::logistic_data;
    const auto [d, k, n] = sizes;
    ValueProblem problem{.loss = loss, .d = d, .k = k, .n = has_data ? n : 0, .arrays = {}};
    Arrays& arrays = problem.arrays;
    arrays["V"] = {loss == Loss::kl ? std::vector{k, d} : std::vector{d, k}, random_numbers(d * k, -1, 1, seed)};
    arrays["a"] = {{k}, random_scores(k, seed + 1)};
    if (loss == Loss::logistic || loss == Loss::square) arrays["beta_star"] = {{d}, random_numbers(d, -1, 1, seed + 2)};
    if (has_data) {
        arrays["X"] = {{n, d}, random_numbers(n * d, -1, 1, seed + 3)};
        arrays["y"] = {{n}, random_numbers(n, -1, 1, seed + 4)};
        if (loss == Loss::logistic_data)
            for (double& label : arrays["y"].data) label = label < 0 ? -1 : 1;
    }
    if (loss == Loss::kl) {
        std::vector<double> p = random_numbers(d, 0.1, 1, seed + 5);
        double total = 0;
        for (const double weight : p) total += weight;
        for (double& weight : p) weight /= total;
        arrays["p_star"] = {{d}, std::move(p)};
    }
    return problem;
}

Arrays random_tied_arrays(std::size_t D, std::uint64_t seed) {
    std::vector<double> U = random_numbers(D * D, -0.1 / static_cast<double>(D), 0.1 / static_cast<double>(D), seed);
    for (std::size_t i = 0; i < D; ++i) U[i * D + i] += 1;
    return {{"U", {{D, D}, std::move(U)}},
            {"a", {{D}, random_scores(D, seed + 1)}},
            {"beta_star", {{D}, random_numbers(D, -1, 1, seed + 2)}}};
}

std::unique_ptr<ValueModel> model_of(const ValueProblem& problem, Weighting map, Train train, double lr) {
    auto model = std::make_unique<ValueModel>(problem);
    model->settings = {.map = map, .train = train, .lr = lr};
    return model;
}

std::unique_ptr<TiedModel> tied_model_of(const Arrays& arrays, Weighting map, Train train, double lr) {
    auto model = std::make_unique<TiedModel>(arrays);
    model->settings = {.map = map, .train = train, .lr = lr};
    return model;
}

std::string name_of(Weighting map) {
    std::string name(enum_name(map.map));
    if (map.temperature == 1) return name;
    name += "_T" + std::to_string(map.temperature).substr(0, 3);
    std::ranges::replace(name, '.', '_');
    return name;
}

std::string case_name(Loss loss, Weighting map, Train train) {
    return std::string(enum_name(loss)) + ", " + name_of(map) + ", " + std::string(enum_name(train)) + " trained";
}

}  // namespace polarize::test
