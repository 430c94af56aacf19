#include <polarize/phase_map.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/resources.hpp>
#include <polarize/run.hpp>
#include "ensemble/flow_workers.hpp"
#include "ensemble/params.hpp"
#include "numeric/number_text.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

constexpr std::size_t kCoarsest = 16;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// Moments recorded of a flow where `samples` was not set: to find a time, or as few as there can be.
constexpr double kUsualSamples = 100;
constexpr double kFewestSamples = 2;

bool is_size(const MapAxis& axis) { return axis.name == "k" || axis.name == "D"; }

/// The coarsest spacing of the grids that a point is on.
std::size_t spacing_of(std::size_t column, std::size_t row) {
    std::size_t spacing = kCoarsest;
    while (column % spacing != 0 || row % spacing != 0) spacing /= 2;
    return spacing;
}

/// All points (row · x.count + column), coarse ones first. Points of equally many tokens stay together, so that they
/// share SIMD lanes.
std::vector<std::uint32_t> coarse_to_fine(const MapAxis& x, const MapAxis& y) {
    std::vector<std::uint32_t> order;
    order.reserve(x.count * y.count);
    const bool by_columns = is_size(x);
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

PhaseMap::PhaseMap(Params params, PhaseMapSettings settings)
    : params_(std::move(params)), settings_(std::move(settings)) {
    const MapAxis& x = settings_.x;
    const MapAxis& y = settings_.y;
    if (x.name == y.name) throw Error("y: \"" + y.name + "\" is the x axis already; allowed: another parameter");
    for (const MapAxis* axis : {&x, &y}) {
        if (axis->count < 1 || axis->count > kLargestAxis)
            throw Error(axis->name + ": " + std::to_string(axis->count) + " values are out of range; allowed: 1 to " +
                        std::to_string(kLargestAxis));
        if (!(axis->low <= axis->high))
            throw Error(axis->name + ": " + number_text(axis->low) + " to " + number_text(axis->high) +
                        " is no range; allowed: the lower end first");
        if (axis->logarithmic && !(axis->low > 0))
            throw Error(axis->name + ": " + number_text(axis->low) +
                        " cannot begin a logarithmic axis; allowed: above 0");
        if (params_.is_set(axis->name))
            throw Error(axis->name + ": " + params_.text(axis->name) +
                        " is set, but it is an axis of the map; allowed: one of both");
    }
    check_flow_count(settings_.count);
    check_map_resources(params_, settings_);
    check_threshold(settings_.threshold);
    const bool takes_time = settings_.measure == MapMeasure::time_to_polarise;
    if (!params_.is_set("samples")) params_.set("samples", takes_time ? kUsualSamples : kFewestSamples);
    check_corners();

    order_ = coarse_to_fine(x, y);
    values_.assign(order_.size() * static_cast<std::size_t>(settings_.count), kUndefined);
    ended_.assign(values_.size(), 0);
    EnsembleTask all = task();
    all.finished = [this](std::uint64_t flow, const FlowOutcome& outcome) { keep(flow, outcome); };
    workers_ = std::make_unique<EnsembleWorkers>(std::move(all), settings_.workers);
}

PhaseMap::~PhaseMap() = default;

EnsembleTask PhaseMap::task() const {
    const bool takes_time = settings_.measure == MapMeasure::time_to_polarise;
    return {.flows = flows(),
            .criterion = {.threshold = settings_.threshold, .ends_flow = takes_time},
            .records = takes_time,
            .gathers = false,
            .params = [this](std::uint64_t flow) { return flow_params(flow); },
            .finished = {}};
}

std::unique_ptr<FlowShare> PhaseMap::share(FlowRange range) const { return std::make_unique<FlowShare>(task(), range); }

void PhaseMap::absorb(std::span<const std::uint32_t> words) {
    const ShareResult share = read_share(words, {0, flows()});
    for (const FinishedFlow& finished : share.flows)
        if (ended_[static_cast<std::size_t>(finished.flow)] != 0)
            throw Error("share: flow " + std::to_string(finished.flow) +
                        " has ended already; allowed: flows that have not");
    for (const FinishedFlow& finished : share.flows) keep(finished.flow, finished.outcome);
    absorbed_ += share.flows.size();
}

Params PhaseMap::point_params(std::size_t column, std::size_t row) const {
    Params params = params_;
    params.set(settings_.x.name, settings_.x.value(column));
    params.set(settings_.y.name, settings_.y.value(row));
    return params;
}

Params PhaseMap::flow_params(std::uint64_t flow) const {
    const std::uint32_t point = order_[static_cast<std::size_t>(flow / settings_.count)];
    const Params params = point_params(point % settings_.x.count, point / settings_.x.count);
    return settings_.count == 1 ? params : polarize::flow_params(params, flow % settings_.count);
}

/// Refuses what no run at a corner of the map could be.
void PhaseMap::check_corners() const {
    for (const std::size_t row : {std::size_t{0}, settings_.y.count - 1})
        for (const std::size_t column : {std::size_t{0}, settings_.x.count - 1}) make_runner(point_params(column, row));
}

void PhaseMap::keep(std::uint64_t flow, const FlowOutcome& outcome) {
    values_[static_cast<std::size_t>(flow)] = measured(settings_.measure, outcome, token_count(flow_params(flow)));
    ended_[static_cast<std::size_t>(flow)] = 1;
    ++finished_;
    if (outcome.diverged) ++diverged_;
    if (outcome.stuck) ++stuck_;
    flow_steps_ += outcome.steps;
}

std::int64_t PhaseMap::advance(std::int64_t budget, std::size_t worker) { return workers_->advance(worker, budget); }
double PhaseMap::progress() const {
    return workers_->progress() + static_cast<double>(absorbed_) / static_cast<double>(flows());
}
double PhaseMap::work_per_step() const { return workers_->work_per_step(); }

PhaseMapResult PhaseMap::result() const {
    PhaseMapResult result{.x = settings_.x,
                          .y = settings_.y,
                          .measure = settings_.measure,
                          .z = std::vector<double>(order_.size(), kUndefined),
                          .computed = std::vector<std::uint8_t>(order_.size(), 0),
                          .diverged = diverged_,
                          .stuck = stuck_,
                          .flow_steps = flow_steps_};
    const std::uint64_t count = settings_.count;
    for (std::size_t i = 0; i < order_.size(); ++i) {
        double total = 0;
        double defined = 0;
        bool has_ended = true;
        for (std::uint64_t flow = i * count; flow < (i + 1) * count; ++flow) {
            has_ended = has_ended && ended_[static_cast<std::size_t>(flow)] != 0;
            if (std::isnan(values_[static_cast<std::size_t>(flow)])) continue;
            total += values_[static_cast<std::size_t>(flow)];
            ++defined;
        }
        if (!has_ended) continue;
        result.computed[order_[i]] = 1;
        ++result.finished;
        if (defined > 0) result.z[order_[i]] = total / defined;
    }
    return result;
}

}  // namespace polarize
