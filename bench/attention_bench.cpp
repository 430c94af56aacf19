// Training steps of tiny transformers and the matrix products below them. A result is first compared with that of the
// scalar twin; since instruction sets that fuse multiply and add round differently, to a tolerance and not to the last
// bit.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nn/arena.hpp"
#include "nn/kernels.hpp"
#include "nn/transformer.hpp"
#include "numeric/numpy_random.hpp"
#include "register.hpp"

namespace polarize::bench {

namespace {

constexpr std::size_t kBatch = 256;

struct Problem {
    std::string name;
    ModelConfig config;
    LossSpec loss;
    std::vector<std::int32_t> tokens{};
    std::vector<std::int32_t> targets{};
};

/// `count` different numbers from `first` on, below `first` + `among`.
std::vector<std::int32_t> draw_different(NumpyRandom& random, std::int32_t first, std::size_t among,
                                         std::size_t count) {
    std::vector<std::int32_t> pool(among);
    for (std::size_t i = 0; i < among; ++i) pool[i] = first + static_cast<std::int32_t>(i);
    for (std::size_t i = 0; i < count; ++i)
        std::swap(pool[i], pool[i + static_cast<std::size_t>(random.uniform() * static_cast<double>(among - i))]);
    pool.resize(count);
    return pool;
}

/// The paper's induction task: BOS, ten tokens, one of them again, written as itself + 50.
Problem induction(AttentionKind kind) {
    Problem problem{.name = "induction/" + std::string(enum_name(kind)),
                    .config = {.vocabulary = 100, .outputs = 100, .kind = kind},
                    .loss = {.position = 11, .auxiliary = 0.2}};
    NumpyRandom random(1);
    for (std::size_t sample = 0; sample < kBatch; ++sample) {
        std::vector<std::int32_t> row = draw_different(random, 1, 49, 10);
        const auto repeated = static_cast<std::size_t>(random.uniform() * 9);
        row.push_back(row[repeated] + 50);
        row.push_back(row[repeated + 1]);
        problem.tokens.push_back(0);
        problem.tokens.insert(problem.tokens.end(), row.begin(), row.end() - 1);
        problem.targets.insert(problem.targets.end(), row.begin(), row.end());
    }
    return problem;
}

/// The paper's classification task with one layer and one head: the ten tokens of a label's group in any order, then
/// CLS.
Problem classification(AttentionKind kind) {
    Problem problem{.name = "classification/" + std::string(enum_name(kind)),
                    .config = {.vocabulary = 41,
                               .outputs = 4,
                               .layers = 1,
                               .heads = 1,
                               .length = 11,
                               .positions = Positions::no,
                               .causal = false,
                               .mlp = false,
                               .layer_norm = false,
                               .kind = kind},
                    .loss = {.position = 10}};
    NumpyRandom random(1);
    for (std::size_t sample = 0; sample < kBatch; ++sample) {
        const auto label = static_cast<std::int32_t>(random.uniform() * 4);
        const std::vector<std::int32_t> row = draw_different(random, 1 + 10 * label, 10, 10);
        problem.tokens.insert(problem.tokens.end(), row.begin(), row.end());
        problem.tokens.push_back(0);
        problem.targets.push_back(label);
    }
    return problem;
}

/// The floating-point operations of the matrix products of a step that computes everything for every token: forward
/// once, backward twice as much. A step here does fewer: it computes the first projections once for each distinct pair
/// of token and position.
double nominal_operations(const ModelConfig& config) {
    const auto d = static_cast<double>(config.d);
    const auto length = static_cast<double>(config.length);
    const double mlp = config.mlp ? 2 * static_cast<double>(kMlpRatio) * d * d : 0;
    const double block = 4 * d * d + mlp + 2 * length * d;
    const double token = static_cast<double>(config.layers) * block + d * static_cast<double>(config.outputs);
    return 6 * static_cast<double>(kBatch) * length * token;
}

Transformer<float> start(const Problem& problem, Isa isa, std::size_t threads) {
    const Isa active = active_isa();
    select_isa(isa);
    Transformer<float> model(problem.config, kBatch, threads);
    select_isa(active);
    model.initialise(1);
    return model;
}

LossValue step(Transformer<float>& model, const Problem& problem) {
    return model.train_step({problem.tokens, problem.targets}, problem.loss, AdamW{});
}

/// Operations per second of the product that a step spends most of its time in, at its best.
double product_peak(Isa isa) {
    constexpr std::size_t kRows = 384;
    constexpr std::size_t kColumns = 512;
    constexpr std::size_t kDepth = 128;
    const NnKernels<float>& kernels = nn_kernels<float>(isa);
    const Buffer<float> a(kRows * row_stride(kDepth), 0.5F);
    const Buffer<float> b(kDepth * padded_row(kColumns + kernels.panel), 0.25F);
    Buffer<float> c(kRows * row_stride(kColumns));
    double best = 0;
    for (int repeat = 0; repeat < 200; ++repeat) {
        const auto begin = std::chrono::steady_clock::now();
        kernels.multiply({.rows = kRows,
                          .columns = kColumns,
                          .depth = kDepth,
                          .a = a.data(),
                          .a_row = row_stride(kDepth),
                          .a_depth = 1,
                          .b = b.data(),
                          .b_panel = kDepth * kernels.panel,
                          .b_depth = kernels.panel,
                          .c = c.data(),
                          .c_row = row_stride(kColumns)});
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        best = std::max(best, 2.0 * kRows * kColumns * kDepth / taken.count());
    }
    return best;
}

/// Whether some steps from the same start lose what the scalar twin loses.
bool agrees_with_scalar_twin(const Problem& problem, Isa isa) {
    Transformer<float> tested = start(problem, isa, 1);
    Transformer<float> expected = start(problem, Isa::scalar, 1);
    for (int i = 0; i < 3; ++i) {
        const double loss = step(expected, problem).total;
        if (!(std::abs(step(tested, problem).total - loss) <= 1e-5 * loss)) return false;
    }
    return true;
}

void run_steps(benchmark::State& state, const Problem& problem, Isa isa, std::size_t threads) {
    if (!agrees_with_scalar_twin(problem, isa)) {
        note_wrong_result();
        state.SkipWithError("the losses differ from the scalar twin's");
        return;
    }
    Transformer<float> model = start(problem, isa, threads);
    for (int i = 0; i < 2; ++i) step(model, problem);
    const double peak = product_peak(isa) * static_cast<double>(threads);
    for ([[maybe_unused]] const auto iteration : state) benchmark::DoNotOptimize(step(model, problem));
    const double operations = nominal_operations(problem.config);
    state.counters["nominal_FLOPS"] =
        benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
    state.counters["nominal_of_peak"] =
        benchmark::Counter(operations / peak, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["peak_FLOPS"] = peak;
}

void register_steps(const Problem& problem, Isa isa, std::size_t threads) {
    const std::string title =
        "train_step/" + problem.name + "/" + std::string(name(isa)) + "/threads:" + std::to_string(threads);
    auto* registered = benchmark::RegisterBenchmark(title.c_str(), run_steps, problem, isa, threads);
    registered->Unit(benchmark::kMillisecond);
    if (threads > 1) registered->UseRealTime();
}

}  // namespace

void register_attention() {
    const Isa best = available_isas().back();
    for (const Isa isa : available_isas()) {
        register_steps(induction(AttentionKind::softmax), isa, 1);
        register_steps(classification(AttentionKind::softmax), isa, 1);
    }
    register_steps(induction(AttentionKind::softmax), best, 2);
    for (std::size_t kind = 1; kind < kEnumNames<AttentionKind>.size(); ++kind)
        register_steps(induction(static_cast<AttentionKind>(kind)), best, 1);
}

}  // namespace polarize::bench
