#include "run/initial_arrays.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <polarize/error.hpp>
#include "numeric/number_text.hpp"
#include "numeric/numpy_random.hpp"
#include "numeric/singular_values.hpp"
#include "run/given_arrays.hpp"

namespace polarize {

namespace {

std::size_t size_of(const Params& params, std::string_view name) {
    return static_cast<std::size_t>(params.integer(name));
}

NumpyRandom seeded(const Params& params) { return NumpyRandom(static_cast<std::uint32_t>(params.integer("seed"))); }

/// scale · randn(count)
std::vector<double> scaled_normals(NumpyRandom& random, std::size_t count, double scale) {
    std::vector<double> values = random.normals(count);
    for (double& value : values) value *= scale;
    return values;
}

/// mean + scale · randn(k). Without a mean nothing is added, so that 0 · randn keeps the signs of its zeros as NumPy's
/// does.
std::vector<double> drawn_scores(NumpyRandom& random, const Params& params, std::size_t count) {
    std::vector<double> a = scaled_normals(random, count, params.real("a_scale"));
    if (params.has("a_mean"))
        for (double& score : a) score = params.real("a_mean") + score;
    return a;
}

/// randn(count)/‖·‖, the squares summed in order as NumPy's reference BLAS does.
std::vector<double> unit_normals(NumpyRandom& random, std::size_t count) {
    std::vector<double> values = random.normals(count);
    double squares = 0;
    for (const double value : values) squares += value * value;
    const double norm = std::sqrt(squares);
    for (double& value : values) value /= norm;
    return values;
}

/// softmax(sharpness · rand(count)), by the system's exp as SciPy does (see NumpyRandom::normal).
std::vector<double> drawn_target(NumpyRandom& random, std::size_t count, double sharpness) {
    std::vector<double> p = random.uniforms(count);
    for (double& value : p) value *= sharpness;
    const double largest = *std::ranges::max_element(p);
    double total = 0;
    for (double& value : p) {
        value = std::exp(value - largest);
        total += value;
    }
    for (double& value : p) value /= total;
    return p;
}

bool has_teacher(Loss loss) { return loss == Loss::logistic || loss == Loss::square; }
bool has_data(Loss loss) { return loss == Loss::regression || loss == Loss::logistic_data; }

struct Slots {
    ArraySlot V, a, beta_star, X, y, p_star;

    explicit Slots(Loss loss)
        : V{"V", loss == Loss::kl ? std::vector<std::string_view>{"k", "d"} : std::vector<std::string_view>{"d", "k"}},
          a{"a", {"k"}},
          beta_star{"beta_star", {"d"}},
          X{"X", {"n", "d"}},
          y{"y", {"n"}},
          p_star{"p_star", {"d"}} {}

    /// Those that `loss` reads.
    std::vector<ArraySlot> used(Loss loss) const {
        std::vector<ArraySlot> slots{V, a};
        if (has_teacher(loss)) slots.push_back(beta_star);
        if (has_data(loss)) slots.insert(slots.end(), {X, y});
        if (loss == Loss::kl) slots.push_back(p_star);
        return slots;
    }
};

std::array<ArraySlot, 3> tied_slots() {
    return {ArraySlot{"U", {"D", "D"}}, ArraySlot{"a", {"D"}}, ArraySlot{"beta_star", {"D"}}};
}

void check_labels(const Array& y) {
    for (std::size_t i = 0; i < y.data.size(); ++i)
        if (std::abs(y.data[i]) != 1)
            throw Error("y: entry " + std::to_string(i) + " is " + number_text(y.data[i]) +
                        "; allowed for logistic_data: -1 and 1");
}

void check_distribution(const Array& p_star) {
    double total = 0;
    for (std::size_t i = 0; i < p_star.data.size(); ++i) {
        if (p_star.data[i] < 0)
            throw Error("p_star: entry " + std::to_string(i) + " is " + number_text(p_star.data[i]) +
                        "; allowed: probabilities of at least 0");
        total += p_star.data[i];
    }
    if (std::abs(total - 1) > 1e-6)
        throw Error("p_star: the entries add up to " + number_text(total) +
                    "; allowed: probabilities that add up to 1");
}

/// Draws::seed_again; the loss reads a teacher.
void draw_seed_again(ValueProblem& problem, const Params& params, const Arrays& given, const Slots& slots) {
    NumpyRandom teacher = seeded(params);
    problem.arrays["beta_star"] = given_or(given, slots.beta_star, params, unit_normals(teacher, problem.d));
    NumpyRandom random = seeded(params);
    const double V_scale = params.real("V_scale");
    problem.arrays["V"] = given_or(given, slots.V, params, scaled_normals(random, problem.d * problem.k, V_scale));
    problem.arrays["a"] = given_or(given, slots.a, params, drawn_scores(random, params, problem.k));
}

/// V and a, then what the loss reads, from one stream.
void draw_in_turn(ValueProblem& problem, const Params& params, const Arrays& given, const Slots& slots) {
    NumpyRandom random = seeded(params);
    const double V_scale = params.real("V_scale");
    problem.arrays["V"] = given_or(given, slots.V, params, scaled_normals(random, problem.d * problem.k, V_scale));
    problem.arrays["a"] = given_or(given, slots.a, params, drawn_scores(random, params, problem.k));
    if (has_teacher(problem.loss))
        problem.arrays["beta_star"] = given_or(given, slots.beta_star, params, unit_normals(random, problem.d));
    if (has_data(problem.loss)) {
        std::vector<double> X = random.normals(problem.n * problem.d);
        std::vector<double> y = random.normals(problem.n);
        if (problem.loss == Loss::logistic_data)
            for (double& label : y) label = label < 0 ? -1.0 : 1.0;
        if (params.has("kappa") && !given.contains("X"))
            X = with_condition_number(X, problem.n, problem.d, params.real("kappa"));
        problem.arrays["X"] = given_or(given, slots.X, params, std::move(X));
        problem.arrays["y"] = given_or(given, slots.y, params, std::move(y));
    }
    if (problem.loss == Loss::kl) {
        const double sharpness = params.has("p_scale") ? params.real("p_scale") : 10.0;
        problem.arrays["p_star"] = given_or(given, slots.p_star, params, drawn_target(random, problem.d, sharpness));
    }
}

}  // namespace

Loss loss_of(const Params& params) {
    return params.has("loss") ? static_cast<Loss>(params.integer("loss")) : params.experiment().loss;
}

ValueProblem value_start(Params& params, const Arrays& given) {
    ValueProblem problem;
    problem.loss = loss_of(params);
    const Slots slots(problem.loss);
    take_sizes(params, given, slots.used(problem.loss));
    problem.d = size_of(params, "d");
    problem.k = size_of(params, "k");
    problem.n = has_data(problem.loss) ? size_of(params, "n") : 0;

    if (params.experiment().draws == Draws::seed_again) draw_seed_again(problem, params, given, slots);
    else draw_in_turn(problem, params, given, slots);

    if (problem.loss == Loss::logistic_data) check_labels(problem.arrays.at("y"));
    if (problem.loss == Loss::kl) check_distribution(problem.arrays.at("p_star"));
    return problem;
}

Params with_sizes_of(const Params& params, const Arrays& given) {
    Params sized = params;
    if (params.experiment().model == Model::tied) {
        take_sizes(sized, given, tied_slots());
    } else {
        const Loss loss = loss_of(params);
        take_sizes(sized, given, Slots(loss).used(loss));
    }
    return sized;
}

Arrays tied_start(Params& params, const Arrays& given) {
    const std::array<ArraySlot, 3> slots = tied_slots();
    take_sizes(params, given, slots);
    const std::size_t D = size_of(params, "D");

    NumpyRandom teacher = seeded(params);
    std::vector<double> beta_star = unit_normals(teacher, D);
    NumpyRandom random = seeded(params);
    random.normals(D * D);
    std::vector<double> a = drawn_scores(random, params, D);
    std::vector<double> U(D * D, 0.0);
    for (std::size_t i = 0; i < D; ++i) U[i * D + i] = 1;
    return {{"U", given_or(given, slots[0], params, std::move(U))},
            {"a", given_or(given, slots[1], params, std::move(a))},
            {"beta_star", given_or(given, slots[2], params, std::move(beta_star))}};
}

}  // namespace polarize
