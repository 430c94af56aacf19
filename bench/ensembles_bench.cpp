// Ensembles of reduced logistic flows on one core. Times are of the processor and the least of many short turns, so
// that other programs on the machine disturb them little.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include <polarize/ensemble.hpp>
#include <polarize/isa.hpp>
#include "flow/ensemble_block.hpp"
#include "flow/kernels.hpp"
#include "flow/value_model.hpp"
#include "numeric/numpy_random.hpp"
#include "register.hpp"
#include "simd/isa_table.hpp"
#include "xsimd_exp.hpp"

namespace polarize::bench {

#define POLARIZE_DECLARE(name, text, runs) \
    inline namespace name {                \
    extern const ExpFunction xsimd_exp;    \
    }
POLARIZE_ISA_TABLE(POLARIZE_DECLARE)
#undef POLARIZE_DECLARE

namespace {

constexpr double kNano = 1e9;

/// xsimd's exponential for `isa`, or nullptr.
ExpFunction xsimd_exp_of(Isa isa) {
#define POLARIZE_FUNCTION(name, text, runs) name::xsimd_exp,
    const auto functions = std::to_array<ExpFunction>({POLARIZE_ISA_TABLE(POLARIZE_FUNCTION)});
#undef POLARIZE_FUNCTION
    return functions.at(static_cast<std::size_t>(isa));
}

/// Seconds that this thread has had of the processor.
double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Action>
double seconds_of(Action action) {
    const double start = processor_seconds();
    action();
    return processor_seconds() - start;
}

/// The start that the logistic experiment draws: u of 0.1·randn and no scores.
ReducedFlow random_flow(std::size_t k, std::uint32_t seed) {
    NumpyRandom random(seed);
    ReducedFlow flow{.u = random.normals(k), .a = std::vector<double>(k, 0.0)};
    for (double& value : flow.u) value *= 0.1;
    return flow;
}

/// What `action` gives with the kernels of `isa`.
template <class Action>
auto with_isa(Isa isa, const Action& action) {
    const Isa active = active_isa();
    select_isa(isa);
    auto result = action();
    select_isa(active);
    return result;
}

/// Says that a result is wrong, and in what it differs.
void fail(benchmark::State& state, const char* difference) {
    note_wrong_result();
    state.SkipWithError(difference);
}

bool same_bits(const EnsembleBlock& found, const EnsembleBlock& expected) {
    for (std::size_t lane = 0; lane < found.lanes(); ++lane)
        if (found.u(lane) != expected.u(lane) || found.a(lane) != expected.a(lane)) return false;
    return true;
}

/// Whether the flows of `block` are where the model with V takes them in `steps` updates.
bool is_right(const EnsembleBlock& block, double lr, std::int64_t steps) {
    const std::size_t k = block.tokens();
    for (std::size_t lane = 0; lane < block.lanes(); ++lane) {
        const ReducedFlow start = random_flow(k, static_cast<std::uint32_t>(lane));
        // One feature and beta_star = 1: V is u.
        ValueModel model(
            {.d = 1, .k = k, .arrays = {{"V", {{1, k}, start.u}}, {"a", {{k}, start.a}}, {"beta_star", {{1}, {1.0}}}}});
        model.settings.lr = lr;
        model.descend(steps);
        const std::vector<double> expected = model.observe().a;
        const std::vector<double> a = block.a(lane);
        for (std::size_t j = 0; j < k; ++j)
            if (!(std::abs(a[j] - expected[j]) < 1e-13)) return false;
    }
    return true;
}

/// A full block of flows of k tokens after `steps` updates.
EnsembleBlock descended(std::size_t k, double lr, std::int64_t steps) {
    EnsembleBlock block(k, EnsembleBlock::kDescentGroups);
    for (std::size_t lane = 0; lane < block.lanes(); ++lane)
        block.start_descent(lane, random_flow(k, static_cast<std::uint32_t>(lane)), lr);
    block.descend(steps);
    return block;
}

/// A full block of gradient flows of k tokens that are to end at `tau`.
EnsembleBlock started_flows(std::size_t k, double tau) {
    EnsembleBlock block(k, 1);
    for (std::size_t lane = 0; lane < block.lanes(); ++lane) {
        block.start_flow(lane, random_flow(k, static_cast<std::uint32_t>(lane)), 1e-9);
        block.set_stop(lane, tau);
    }
    return block;
}

void integrate_all(EnsembleBlock& block, double tau) {
    for (std::size_t lane = 0; lane < block.lanes(); ++lane)
        while (block.tau(lane) < tau) block.integrate(1000);
}

EnsembleBlock integrated(std::size_t k, double tau) {
    EnsembleBlock block = started_flows(k, tau);
    integrate_all(block, tau);
    return block;
}

EnsembleResult ensemble_result(const Params& params, std::uint64_t count) {
    Ensemble ensemble(params, {.count = count});
    while (ensemble.advance(10'000'000) > 0) continue;
    return ensemble.result();
}

/// Seconds that `exp` takes per number; so many calls that asking for the time does not count.
double seconds_per_exp(ExpFunction exp, const AlignedVector& x, AlignedVector& y) {
    constexpr int calls = 100;
    const double seconds = seconds_of([&] {
        for (int call = 0; call < calls; ++call) exp(x.size(), x.data(), y.data());
    });
    benchmark::DoNotOptimize(y.data());
    return seconds / calls / static_cast<double>(x.size());
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// An update of one flow of k tokens, against k exponentials by xsimd: the ratio is the median of those of single
/// turns, since the processor's frequency changes between turns.
void descent(benchmark::State& state) {
    const auto k = static_cast<std::size_t>(state.range(0));
    constexpr std::int64_t steps = 500;
    constexpr double lr = 0.1;
    EnsembleBlock block = descended(k, lr, steps);
    if (!is_right(block, lr, steps)) {
        fail(state, "the flows differ from the model's");
        return;
    }
    if (!same_bits(block, with_isa(Isa::scalar, [&] { return descended(k, lr, steps); }))) {
        fail(state, "the flows differ from the scalar twin's");
        return;
    }
    AlignedVector x(1024);
    AlignedVector y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = -4 + 0.006 * static_cast<double>(i);
    const ExpFunction xsimd_exp = xsimd_exp_of(active_isa());

    double update = HUGE_VAL;
    double own_exponential = HUGE_VAL;
    double exponential = HUGE_VAL;
    std::vector<double> ratios;
    for ([[maybe_unused]] auto turn : state) {
        const double seconds = seconds_of([&] { block.descend(steps); });
        const double present = seconds / static_cast<double>(steps) / static_cast<double>(block.lanes());
        update = std::min(update, present);
        own_exponential = std::min(own_exponential, seconds_per_exp(kernels().exp, x, y));
        if (xsimd_exp != nullptr) {
            const double present_exponential = seconds_per_exp(xsimd_exp, x, y);
            exponential = std::min(exponential, present_exponential);
            ratios.push_back(present / (present_exponential * static_cast<double>(k)));
        }
        state.SetIterationTime(seconds);
    }
    state.counters["ns_per_flow_step"] = kNano * update;
    state.counters["flow_steps_per_s"] = 1 / update;
    state.counters["ns_per_exp"] = kNano * own_exponential;
    if (xsimd_exp != nullptr) {
        state.counters["ns_per_xsimd_exp"] = kNano * exponential;
        state.counters["update_in_k_xsimd_exps"] = median(std::move(ratios));
    }
    state.SetLabel(std::string(name(active_isa())));
}

/// A gradient flow of k tokens from the start to tau = 100.
void flow_to_tau_100(benchmark::State& state) {
    const auto k = static_cast<std::size_t>(state.range(0));
    constexpr double tau = 100;
    if (!same_bits(integrated(k, tau), with_isa(Isa::scalar, [&] { return integrated(k, tau); }))) {
        fail(state, "the flows differ from the scalar twin's");
        return;
    }
    double flow = HUGE_VAL;
    double steps = 0;
    for ([[maybe_unused]] auto turn : state) {
        EnsembleBlock block = started_flows(k, tau);
        const double seconds = seconds_of([&] { integrate_all(block, tau); });
        flow = std::min(flow, seconds / static_cast<double>(block.lanes()));
        steps = static_cast<double>(block.accepted_steps(0));
        state.SetIterationTime(seconds);
    }
    state.counters["us_per_flow"] = 1e6 * flow;
    state.counters["steps"] = steps;
    state.SetLabel(std::string(name(active_isa())));
}

/// A whole ensemble: draws, updates, 100 recorded moments, the result.
void whole_ensemble(benchmark::State& state) {
    Params params(find_experiment("logistic"));
    params.set("steps", static_cast<double>(state.range(0)));
    constexpr std::uint64_t checked_flows = 64;
    const EnsembleResult twin = with_isa(Isa::scalar, [&] { return ensemble_result(params, checked_flows); });
    if (ensemble_result(params, checked_flows) != twin) {
        fail(state, "the result differs from the scalar twin's");
        return;
    }
    constexpr std::uint64_t flows = 4096;
    double best = 0;
    for ([[maybe_unused]] auto turn : state) {
        const double seconds = seconds_of([&] { benchmark::DoNotOptimize(ensemble_result(params, flows)); });
        best = std::max(best, static_cast<double>(flows) * static_cast<double>(state.range(0)) / seconds);
        state.SetIterationTime(seconds);
    }
    state.counters["flow_steps_per_s"] = best;
    state.SetLabel(std::string(name(active_isa())));
}

}  // namespace

void register_ensembles() {
    const auto add = [](const std::string& title, void (*run)(benchmark::State&), std::int64_t argument) {
        benchmark::RegisterBenchmark(("ensemble/" + title).c_str(), run)->Arg(argument)->UseManualTime()->MinTime(1);
    };
    for (const std::int64_t k : {2, 8, 32}) add("descent/k", descent, k);
    add("flow_to_tau_100/k", flow_to_tau_100, 8);
    for (const std::int64_t steps : {1000, 10000}) add("whole/steps", whole_ensemble, steps);
}

}  // namespace polarize::bench
