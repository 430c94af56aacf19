#include <polarize/phase_map.hpp>

#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/resources.hpp>
#include <polarize/text.hpp>
#include "ensemble/ensemble_config.hpp"
#include "ensemble/flow_share.hpp"
#include "ensemble/flow_workers.hpp"
#include "run/start_run.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

constexpr std::size_t kCoarsest = 16;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// Moments recorded of a flow where `samples` was not set: to find a time, or as few as there can be.
constexpr std::int64_t kDefaultSamples = 100;
constexpr std::int64_t kMinSamples = 2;

/// The coarsest spacing of the grids that a point is on.
std::size_t spacing_of(std::size_t column, std::size_t row) {
    std::size_t spacing = kCoarsest;
    while (column % spacing != 0 || row % spacing != 0) spacing /= 2;
    return spacing;
}

/// All points (row · x.count + column), coarse ones first. Points of equally many tokens stay together, so that they
/// share SIMD lanes.
std::vector<std::uint32_t> coarse_to_fine(const MapAxis& x, const MapAxis& y, bool by_columns) {
    std::vector<std::uint32_t> order;
    order.reserve(x.count * y.count);
    const std::size_t outer_count = by_columns ? x.count : y.count;
    const std::size_t inner_count = by_columns ? y.count : x.count;
    for (std::size_t spacing = kCoarsest; spacing > 0; spacing /= 2) {
        for (std::size_t outer = 0; outer < outer_count; outer += spacing) {
            for (std::size_t inner = 0; inner < inner_count; inner += spacing) {
                if (spacing_of(outer, inner) != spacing) continue;
                const std::size_t column = by_columns ? outer : inner;
                const std::size_t row = by_columns ? inner : outer;
                order.push_back(static_cast<std::uint32_t>(row * x.count + column));
            }
        }
    }
    return order;
}

double measured(MapMeasure measure, const FlowOutcome& outcome, std::size_t k) {
    if (outcome.diverged || outcome.stuck) return kUndefined;
    switch (measure) {
        case MapMeasure::entropy: return normalised_entropy(outcome.entropy, polarize::log(static_cast<double>(k)));
        case MapMeasure::max_alpha: return outcome.max_alpha;
        case MapMeasure::winner_share: return outcome.u_rank == 0 && !outcome.tied ? 1.0 : 0.0;
        case MapMeasure::loss: return outcome.loss;
        case MapMeasure::time_to_polarise: break;
    }
    return std::isfinite(outcome.polarised_at) ? outcome.polarised_at : kUndefined;
}

/// The row of the parameter that `axis` varies. Throws Error where it is none that can be.
const Parameter& varied_row(const MapAxis& axis, const Params& params) {
    const Parameter* const row = params.experiment().find(axis.name);
    if (row == nullptr || row->kind == ParameterKind::choice)
        throw refused("axis", quoted(axis.name), "is not a parameter that an axis can vary",
                      "parameters that are numbers", ErrorCode::unknown_name);
    if (axis.count < 1 || axis.count > kMaxAxis)
        throw refused(axis.name, axis.count, "values are out of range", "1 to " + std::to_string(kMaxAxis));
    if (!(axis.low <= axis.high))
        throw refused(axis.name, number_text(axis.low) + " to " + number_text(axis.high), "is not a range",
                      "the lower end first");
    if (axis.logarithmic && !(axis.low > 0))
        throw refused(axis.name, axis.low, "cannot begin a logarithmic axis", "above 0");
    if (params.is_set(axis.name))
        throw refused(axis.name, params.text(axis.name), "is set, but it is an axis of the map", "one of both",
                      ErrorCode::conflict);
    return *row;
}

}  // namespace

std::vector<double> PhaseMapResult::filled() const {
    std::vector<double> values(z.size(), kUndefined);
    for (std::size_t row = 0; row < y.count; ++row) {
        for (std::size_t column = 0; column < x.count; ++column) {
            for (std::size_t spacing = 1; spacing <= kCoarsest; spacing *= 2) {
                const std::size_t point = (row - row % spacing) * x.count + (column - column % spacing);
                if (computed[point] == 0) continue;
                values[row * x.count + column] = z[point];
                break;
            }
        }
    }
    return values;
}

struct PhaseMap::State {
    State(Params given, PhaseMapSettings wanted);

    RunConfig point(std::size_t column, std::size_t row) const;
    RunConfig config_of(std::uint64_t flow) const;
    void check_corners() const;
    ManyFlows many_flows() const;
    void keep(std::uint64_t flow, const FlowOutcome& outcome);

    Params params;
    PhaseMapSettings settings;
    const Parameter& x_row;
    const Parameter& y_row;
    RunConfig shared;                  // by all points
    std::vector<std::uint32_t> order;  // the points, coarse ones first
    std::vector<double> values;        // in the order of computation: a point's flows one after the other
    std::vector<std::uint8_t> ended;   // of the same shape
    std::atomic<std::uint64_t> finished{0};
    std::uint64_t absorbed = 0;  // flows that came as shares
    std::atomic<std::uint64_t> diverged{0};
    std::atomic<std::uint64_t> stuck{0};
    std::atomic<std::int64_t> flow_steps{0};
    std::unique_ptr<FlowWorkers> workers;
};

PhaseMap::State::State(Params given, PhaseMapSettings wanted)
    : params(std::move(given)),
      settings(std::move(wanted)),
      x_row(varied_row(settings.x, params)),
      y_row(varied_row(settings.y, params)) {
    if (&x_row == &y_row)
        throw refused("y", quoted(settings.y.name), "is the x axis already", "another parameter", ErrorCode::conflict);
    settings.x.whole = x_row.kind == ParameterKind::integer;
    settings.y.whole = y_row.kind == ParameterKind::integer;
    check_flow_count(settings.count);
    check_map_resources(params, settings);
    check_threshold(settings.threshold);
    const bool takes_time = settings.measure == MapMeasure::time_to_polarise;
    if (!params.is_member_set<&RunConfig::samples>())
        params.set_member<&RunConfig::samples>(takes_time ? kDefaultSamples : kMinSamples);
    shared = run_config(params);
    check_corners();

    order = coarse_to_fine(settings.x, settings.y, x_row.binding == Binding::to<&RunConfig::k>());
    values.assign(order.size() * static_cast<std::size_t>(settings.count), kUndefined);
    ended.assign(values.size(), 0);
    ManyFlows all = many_flows();
    all.finished = [this](std::uint64_t flow, const FlowOutcome& outcome) { keep(flow, outcome); };
    workers = std::make_unique<FlowWorkers>(std::move(all), settings.workers);
}

ManyFlows PhaseMap::State::many_flows() const {
    const bool takes_time = settings.measure == MapMeasure::time_to_polarise;
    return {.flows = values.size(),
            .criterion = {.threshold = settings.threshold, .ends_flow = takes_time},
            .records = takes_time,
            .gathers = false,
            .config = [this](std::uint64_t flow) { return config_of(flow); },
            .finished = {}};
}

RunConfig PhaseMap::State::point(std::size_t column, std::size_t row) const {
    RunConfig config = shared;
    x_row.binding.store(config, settings.x.value(column));
    y_row.binding.store(config, settings.y.value(row));
    return config;
}

RunConfig PhaseMap::State::config_of(std::uint64_t flow) const {
    const std::uint32_t number = order[static_cast<std::size_t>(flow / settings.count)];
    const RunConfig config = point(number % settings.x.count, number / settings.x.count);
    return settings.count == 1 ? config : flow_config(config, flow % settings.count);
}

/// Refuses what no run at a corner of the map could be; all other points lie between.
void PhaseMap::State::check_corners() const {
    for (const std::size_t row : {std::size_t{0}, settings.y.count - 1}) {
        for (const std::size_t column : {std::size_t{0}, settings.x.count - 1}) {
            Params corner = params;
            corner.set(x_row.binding, settings.x.value(column));
            corner.set(y_row.binding, settings.y.value(row));
            start_run(run_config(corner));
        }
    }
}

void PhaseMap::State::keep(std::uint64_t flow, const FlowOutcome& outcome) {
    values[static_cast<std::size_t>(flow)] = measured(settings.measure, outcome, config_of(flow).k);
    ended[static_cast<std::size_t>(flow)] = 1;
    ++finished;
    if (outcome.diverged) ++diverged;
    if (outcome.stuck) ++stuck;
    flow_steps += outcome.steps;
}

PhaseMap::PhaseMap(Params params, PhaseMapSettings settings)
    : state_(std::make_unique<State>(std::move(params), std::move(settings))) {}

PhaseMap::~PhaseMap() = default;

std::unique_ptr<FlowShare> PhaseMap::share(FlowRange range) const { return make_share(state_->many_flows(), range); }

void PhaseMap::absorb(std::span<const std::uint32_t> words) {
    const ShareResult share = read_share(words, {0, flows()});
    for (const FinishedFlow& finished : share.flows)
        if (state_->ended[static_cast<std::size_t>(finished.flow)] != 0)
            throw refused_flow(finished.flow, "has ended already", "flows that have not");
    for (const FinishedFlow& finished : share.flows) state_->keep(finished.flow, finished.outcome);
    state_->absorbed += share.flows.size();
}

std::int64_t PhaseMap::advance(std::int64_t budget, std::size_t worker) {
    return state_->workers->advance(worker, budget);
}
const Params& PhaseMap::params() const { return state_->params; }
const PhaseMapSettings& PhaseMap::settings() const { return state_->settings; }
std::uint64_t PhaseMap::flows() const { return state_->values.size(); }
bool PhaseMap::done() const { return state_->finished == flows(); }
double PhaseMap::progress() const {
    return state_->workers->progress() + static_cast<double>(state_->absorbed) / static_cast<double>(flows());
}
double PhaseMap::work_per_step() const { return state_->workers->work_per_step(); }

PhaseMapResult PhaseMap::result() const {
    const PhaseMapSettings& settings = state_->settings;
    const std::vector<std::uint32_t>& order = state_->order;
    PhaseMapResult result{.x = settings.x,
                          .y = settings.y,
                          .measure = settings.measure,
                          .z = std::vector<double>(order.size(), kUndefined),
                          .computed = std::vector<std::uint8_t>(order.size(), 0),
                          .diverged = state_->diverged,
                          .stuck = state_->stuck,
                          .flow_steps = state_->flow_steps};
    const std::uint64_t count = settings.count;
    for (std::size_t i = 0; i < order.size(); ++i) {
        double total = 0;
        double defined = 0;
        bool has_ended = true;
        for (std::uint64_t flow = i * count; flow < (i + 1) * count; ++flow) {
            has_ended = has_ended && state_->ended[static_cast<std::size_t>(flow)] != 0;
            if (std::isnan(state_->values[static_cast<std::size_t>(flow)])) continue;
            total += state_->values[static_cast<std::size_t>(flow)];
            ++defined;
        }
        if (!has_ended) continue;
        result.computed[order[i]] = 1;
        ++result.finished;
        if (defined > 0) result.z[order[i]] = total / defined;
    }
    return result;
}

}  // namespace polarize
