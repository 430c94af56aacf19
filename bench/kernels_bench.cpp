#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <string>

#include "flow/kernels.hpp"
#include "numeric/aligned.hpp"
#include "numeric/numpy_random.hpp"
#include "numeric/padding.hpp"
#include "register.hpp"

namespace polarize::bench {

namespace {

/// A kernel on prepared input, leaving its output in a vector that belongs to the call.
using Call = std::function<const AlignedVector&(const FlowKernels& kernels)>;

AlignedVector normals(std::size_t count, std::uint32_t seed) {
    NumpyRandom random(seed);
    AlignedVector values(padded(count), 0.0);
    for (std::size_t i = 0; i < count; ++i) values[i] = random.normal();
    return values;
}

void run_kernel(benchmark::State& state, Isa isa, const Call& call, double operations) {
    AlignedVector expected;  // a copy: the next call overwrites what this one returns
    expected = call(kernels(Isa::scalar));
    if (call(kernels(isa)) != expected) {
        note_wrong_result();
        state.SkipWithError("the result differs from the scalar twin's");
        return;
    }
    for ([[maybe_unused]] const auto iteration : state) benchmark::DoNotOptimize(call(kernels(isa)).data());
    state.counters["per_s"] =
        benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
}

void register_kernel(const std::string& title, const Call& call, double operations) {
    for (const Isa isa : available_isas())
        benchmark::RegisterBenchmark((title + "/" + std::string(name(isa))).c_str(), run_kernel, isa, call, operations);
}

/// Numbers handled per call are what `per_s` counts: exponentials, scores, or multiply-adds.
void register_exp(std::size_t count) {
    const AlignedVector x = normals(count, 1);
    AlignedVector to(padded(count));
    register_kernel(
        "exp/" + std::to_string(count),
        [=](const FlowKernels& run) mutable -> const AlignedVector& {
            run.exp(padded(count), x.data(), to.data());
            return to;
        },
        static_cast<double>(count));
}

void register_map(ScoreMap map, std::size_t k) {
    const AlignedVector a = normals(k, 2);
    const AlignedVector g = normals(k, 3);
    AlignedVector alpha_and_grad_a(2 * padded(k));
    register_kernel(
        "map_and_backward/" + std::string(enum_name(map)) + "/" + std::to_string(k),
        [=](const FlowKernels& run) mutable -> const AlignedVector& {
            double* const alpha = alpha_and_grad_a.data();
            run.map_forward(map, k, a.data(), alpha);
            run.map_backward(map, k, a.data(), alpha, g.data(), alpha + padded(k));
            return alpha_and_grad_a;
        },
        static_cast<double>(k));
}

void register_products(std::size_t size) {
    const AlignedVector M = normals(size * padded(size), 4);
    const AlignedVector x = normals(size, 5);
    AlignedVector to(padded(size));
    const auto operations = static_cast<double>(size * size);
    register_kernel(
        "multiply/" + std::to_string(size),
        [=](const FlowKernels& run) mutable -> const AlignedVector& {
            run.multiply(size, size, M.data(), x.data(), to.data());
            return to;
        },
        operations);
    register_kernel(
        "multiply_transposed/" + std::to_string(size),
        [=](const FlowKernels& run) mutable -> const AlignedVector& {
            run.multiply_transposed(size, size, M.data(), x.data(), to.data());
            return to;
        },
        operations);
}

}  // namespace

void register_kernels() {
    register_exp(8);
    register_exp(4096);
    for (std::size_t map = 0; map < kScoreMapCount; ++map) register_map(static_cast<ScoreMap>(map), 8);
    register_map(ScoreMap::softmax, 1024);
    for (const std::size_t size : {8U, 64U, 1024U}) register_products(size);
}

}  // namespace polarize::bench
