#include "run/initial_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <polarize/error.hpp>
#include <polarize/text.hpp>
#include "numeric/numpy_random.hpp"
#include "numeric/singular_values.hpp"

namespace polarize {

namespace {

NumpyRandom seeded(const RunConfig& config) { return NumpyRandom(config.start.seed); }

/// scale · randn(count)
std::vector<double> scaled_normals(NumpyRandom& random, std::size_t count, double scale) {
    std::vector<double> values = random.normals(count);
    for (double& value : values) value *= scale;
    return values;
}

/// mean + scale · randn(k)
std::vector<double> drawn_scores(NumpyRandom& random, const RunConfig& config) {
    std::vector<double> a = scaled_normals(random, config.k, config.start.a_scale);
    for (double& score : a) score = config.start.a_mean + score;
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
        : V{"V", loss == Loss::kl ? std::vector{kTokensAxis, kFeaturesAxis} : std::vector{kFeaturesAxis, kTokensAxis}},
          a{"a", {kTokensAxis}},
          beta_star{"beta_star", {kFeaturesAxis}},
          X{"X", {kRowsAxis, kFeaturesAxis}},
          y{"y", {kRowsAxis}},
          p_star{"p_star", {kFeaturesAxis}} {}

    /// Those that `loss` reads.
    std::vector<ArraySlot> used(Loss loss) const {
        std::vector<ArraySlot> slots{V, a};
        if (has_teacher(loss)) slots.push_back(beta_star);
        if (has_data(loss)) slots.insert(slots.end(), {X, y});
        if (loss == Loss::kl) slots.push_back(p_star);
        return slots;
    }
};

std::vector<ArraySlot> tied_slots() {
    return {{"U", {kTokensAxis, kTokensAxis}}, {"a", {kTokensAxis}}, {"beta_star", {kTokensAxis}}};
}

Error refused_entry(std::string_view array, std::size_t entry, double value, std::string_view allowed) {
    return refused(array, "entry " + std::to_string(entry), "is " + number_text(value), allowed);
}

void check_labels(const Array& y) {
    for (std::size_t i = 0; i < y.data.size(); ++i)
        if (std::abs(y.data[i]) != 1) throw refused_entry("y", i, y.data[i], "-1 and 1 (logistic_data)");
}

void check_distribution(const Array& p_star) {
    double total = 0;
    for (std::size_t i = 0; i < p_star.data.size(); ++i) {
        if (p_star.data[i] < 0) throw refused_entry("p_star", i, p_star.data[i], "probabilities of at least 0");
        total += p_star.data[i];
    }
    if (std::abs(total - 1) > 1e-6)
        throw refused("p_star", "", "the entries add up to " + number_text(total), "probabilities that add up to 1");
}

void draw_V_and_a(ValueProblem& problem, NumpyRandom& random, const RunConfig& config, const Arrays& given,
                  const Slots& slots) {
    std::vector<double> V = scaled_normals(random, config.d * config.k, config.start.V_scale);
    problem.arrays["V"] = given_or(given, slots.V, config, std::move(V));
    problem.arrays["a"] = given_or(given, slots.a, config, drawn_scores(random, config));
}

/// Draws::seed_again; the loss reads a teacher.
void draw_seed_again(ValueProblem& problem, const RunConfig& config, const Arrays& given, const Slots& slots) {
    NumpyRandom teacher = seeded(config);
    problem.arrays["beta_star"] = given_or(given, slots.beta_star, config, unit_normals(teacher, config.d));
    NumpyRandom random = seeded(config);
    draw_V_and_a(problem, random, config, given, slots);
}

/// X and y of a loss with data.
void draw_data(ValueProblem& problem, NumpyRandom& random, const RunConfig& config, const Arrays& given,
               const Slots& slots) {
    std::vector<double> X = random.normals(config.n * config.d);
    std::vector<double> y = random.normals(config.n);
    if (config.loss == Loss::logistic_data)
        for (double& label : y) label = label < 0 ? -1.0 : 1.0;
    if (config.start.draws == Draws::conditioned && !given.contains("X"))
        X = with_condition_number(X, config.n, config.d, config.start.kappa);
    problem.arrays["X"] = given_or(given, slots.X, config, std::move(X));
    problem.arrays["y"] = given_or(given, slots.y, config, std::move(y));
}

/// V and a, then what the loss reads, from one stream.
void draw_in_turn(ValueProblem& problem, const RunConfig& config, const Arrays& given, const Slots& slots) {
    NumpyRandom random = seeded(config);
    draw_V_and_a(problem, random, config, given, slots);
    if (has_teacher(config.loss))
        problem.arrays["beta_star"] = given_or(given, slots.beta_star, config, unit_normals(random, config.d));
    if (has_data(config.loss)) draw_data(problem, random, config, given, slots);
    if (config.loss == Loss::kl)
        problem.arrays["p_star"] =
            given_or(given, slots.p_star, config, drawn_target(random, config.d, config.start.p_scale));
}

}  // namespace

std::vector<ArraySlot> array_slots(const RunConfig& config) {
    return config.model == Model::tied ? tied_slots() : Slots(config.loss).used(config.loss);
}

Params with_sizes_of(const Params& params, const Arrays& given) {
    Params sized = params;
    take_sizes(sized, given, array_slots(run_config(params)));
    return sized;
}

ValueProblem value_start(const RunConfig& config, const Arrays& given) {
    ValueProblem problem{
        .loss = config.loss, .d = config.d, .k = config.k, .n = has_data(config.loss) ? config.n : 0, .arrays = {}};
    const Slots slots(config.loss);
    if (config.start.draws == Draws::seed_again) draw_seed_again(problem, config, given, slots);
    else draw_in_turn(problem, config, given, slots);

    if (config.loss == Loss::logistic_data) check_labels(problem.arrays.at("y"));
    if (config.loss == Loss::kl) check_distribution(problem.arrays.at("p_star"));
    return problem;
}

Arrays tied_start(const RunConfig& config, const Arrays& given) {
    const std::size_t D = config.k;
    NumpyRandom teacher = seeded(config);
    std::vector<double> beta_star = unit_normals(teacher, D);
    NumpyRandom random = seeded(config);
    random.normals(D * D);
    std::vector<double> a = drawn_scores(random, config);
    std::vector<double> U(D * D, 0.0);
    for (std::size_t i = 0; i < D; ++i) U[i * D + i] = 1;
    const std::vector<ArraySlot> slots = tied_slots();
    return {{"U", given_or(given, slots[0], config, std::move(U))},
            {"a", given_or(given, slots[1], config, std::move(a))},
            {"beta_star", given_or(given, slots[2], config, std::move(beta_star))}};
}

}  // namespace polarize
