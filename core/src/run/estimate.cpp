// What a run takes. The counts of buffers are those of the models, runners and integrators; tests measure them.

#include <polarize/resources.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

#include <polarize/names.hpp>
#include "flow/optimiser.hpp"
#include "flow/value_system.hpp"
#include "numeric/padding.hpp"
#include "run/descent_runner.hpp"
#include "run/estimate.hpp"
#include "run/history.hpp"
#include "run/initial_arrays.hpp"

namespace polarize {

namespace {

constexpr double kDouble = sizeof(double);

/// Sizes of the arrays of a run, in bytes.
struct RunSizes {
    double matrix = 0;   ///< V or U as drawn and shown
    double padded = 0;   ///< the same in the model
    double data = 0;     ///< X and y
    double vectors = 0;  ///< one vector of each size
    double tokens = 0;   ///< numbers of a vector over tokens
    double rank = 0;     ///< most singular values
    std::string_view matrix_field;
};

double padded_size(double count) { return static_cast<double>(polarize::padded(static_cast<std::size_t>(count))); }

RunSizes sizes_of(const RunConfig& config) {
    if (config.model == Model::tied) {
        const auto D = static_cast<double>(config.k);
        return {.matrix = kDouble * D * D,
                .padded = kDouble * D * padded_size(D),
                .vectors = kDouble * D,
                .tokens = D,
                .rank = D,
                .matrix_field = "D"};
    }
    const auto d = static_cast<double>(config.d);
    const auto k = static_cast<double>(config.k);
    const Loss loss = config.loss;
    const bool has_data = loss == Loss::regression || loss == Loss::logistic_data;
    const double n = has_data ? static_cast<double>(config.n) : 0;
    return {.matrix = kDouble * d * k,
            .padded = kDouble * (loss == Loss::kl ? k * padded_size(d) : d * padded_size(k)),
            .data = kDouble * n * (d + 1),
            .vectors = kDouble * (d + k + n),
            .tokens = k,
            .rank = std::min(d, k),
            .matrix_field = d >= k ? "d" : "k"};
}

bool is_flow(const Params& params) { return run_config(params).dynamics == Dynamics::flow; }

/// Whether the flow is that of u and a alone.
bool is_rescaled(const Params& params) {
    return params.experiment().model == Model::value_softmax && loss_of(params) == Loss::logistic;
}

/// Bytes of one sample of the history.
double sample_bytes(const Params& params, const RunSizes& sizes) {
    constexpr double kNumbers = 14;  // the step, and every series of one number
    const bool has_values = run_config(params).singular_values;
    return kDouble * (3 * sizes.tokens + kNumbers + (has_values ? sizes.rank : 0));
}

/// Moments that an optimiser keeps of each parameter.
double moments_of(OptimiserKind kind) {
    switch (kind) {
        case OptimiserKind::gradient_descent: return 0;
        case OptimiserKind::momentum: return 1;
        case OptimiserKind::adam: return 2;
    }
    return 0;
}

/// How many buffers of the size of the model's matrix a descent holds: the start's, the model's and the saved one, and
/// those of an optimiser.
double descent_buffers(const Params& params) {
    constexpr double kPlain = 3;
    constexpr double kWithOptimiser = 6.5;
    const OptimiserSettings settings = optimiser_settings(run_config(params));
    if (settings.is_plain()) return kPlain;
    return kWithOptimiser + 2 * moments_of(settings.kind);
}

/// The same of a flow: the integrator's stages and those of its implicit method have the size of a state.
double flow_buffers(const Params& params) {
    constexpr double kStart = 2;
    constexpr double kRescaledStart = 3;
    constexpr double kStates = 38;
    constexpr double kTiedScratch = 3;
    if (is_rescaled(params)) return kRescaledStart;
    return kStart + kStates + (params.experiment().model == Model::tied ? kTiedScratch : 0);
}

/// Buffers' worth of what an allocator keeps of buffers that were freed: it gives large ones back at once.
double kept_buffers(const Params& params, const RunSizes& sizes) {
    constexpr double kGivenBack = 32 << 20;
    constexpr double kOfDescent = 2;
    constexpr double kOfFlow = 5;
    if (sizes.padded >= kGivenBack) return 0;
    return is_flow(params) && !is_rescaled(params) ? kOfFlow : kOfDescent;
}

/// Bytes of vectors, and of what an implicit step solves.
double small_buffers(const Params& params, const RunSizes& sizes) {
    constexpr double kVectors = 40;
    double bytes = kVectors * sizes.vectors;
    if (!is_flow(params)) return bytes;
    constexpr double kStates = 40;
    if (is_rescaled(params)) return bytes + kStates * 2 * kDouble * (sizes.tokens + polarize::kLanes);
    const auto d = static_cast<double>(run_config(params).d);  // 0 of the tied model
    constexpr double kSquares = 24;
    if (d > 0 && d <= static_cast<double>(ValueSystem::kLargestImplicit))
        bytes += 3 * sizes.matrix + kSquares * kDouble * d * d;
    return bytes;
}

double bytes_of(const Arrays& arrays) {
    double numbers = 0;
    for (const auto& [name, array] : arrays) numbers += static_cast<double>(array.data.size());
    return kDouble * numbers;
}

/// Operations and memory of the matrix with a chosen condition number.
void add_condition(const Params& params, const RunSizes& sizes, ResourceEstimate& estimate) {
    if (params.experiment().draws != Draws::conditioned) return;
    constexpr double kCopies = 8;
    constexpr double kOperations = 140;
    const RunConfig config = run_config(params);
    const auto n = static_cast<double>(config.n);
    const auto d = static_cast<double>(config.d);
    const double short_side = std::min(n, d);
    estimate.start_work += kOperations * short_side * short_side * std::max(n, d);
    estimate.add(params, n >= d ? "n" : "d", kCopies * (sizes.data + kDouble * short_side * short_side));
}

ResourceEstimate estimate_sized(const Params& params, const OutputCopies& output) {
    constexpr double kDraw = 40;  // operations of a normal number
    const RunSizes sizes = sizes_of(run_config(params));
    ResourceEstimate estimate;
    const double buffers =
        (is_flow(params) ? flow_buffers(params) : descent_buffers(params)) + kept_buffers(params, sizes);
    const double snapshot_arrays = 2 * sizes.matrix + sizes.data;
    estimate.add(params, sizes.matrix_field,
                 buffers * sizes.padded + 2 * output.arrays * sizes.matrix + small_buffers(params, sizes));
    if (sizes.data > 0) estimate.add(params, "n", (2 + output.arrays) * sizes.data);
    estimate.add(params, "samples", (1 + output.history) * sample_count(params) * sample_bytes(params, sizes));
    estimate.start_work += kDraw * snapshot_arrays / kDouble;
    add_condition(params, sizes, estimate);
    return estimate;
}

}  // namespace

double sample_count(const Params& params) {
    const RunConfig config = run_config(params);
    if (config.dynamics == Dynamics::descent)
        return static_cast<double>(sample_steps(config.descent.steps, config.samples).size());
    constexpr double kDecades = 5;  // over which a flow spreads its samples
    const double horizon = config.flow.horizon;
    double log_end = config.flow.until == Until::log10t ? horizon : std::log10(std::max(horizon, kFirstFlowSample));
    if (is_rescaled(params)) log_end = std::min(log_end, std::log10(kLargestTau));
    const double decades = std::max(log_end - std::log10(kFirstFlowSample), 0.0);
    return 2 + static_cast<double>(config.samples) * decades / kDecades;
}

ResourceEstimate estimate_run(const Params& params, const Arrays& initial, const OutputCopies& output) {
    ResourceEstimate estimate = estimate_sized(with_sizes_of(params, initial), output);
    estimate.memory += bytes_of(initial);
    return estimate;
}

void check_run_resources(const Params& params, const Arrays& initial, const OutputCopies& output, double memory_limit) {
    const Params sized = with_sizes_of(params, initial);
    const double given = bytes_of(initial);
    check_resources(estimate_run(params, initial, output), memory_limit, [&](std::string_view field, double value) {
        Params changed = sized;
        changed.set(field, value);
        return estimate_sized(changed, output).memory + given;
    });
}

}  // namespace polarize
