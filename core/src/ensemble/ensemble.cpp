#include <polarize/ensemble.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/resources.hpp>
#include "ensemble/bands.hpp"
#include "ensemble/ensemble_config.hpp"
#include "ensemble/flow_share.hpp"
#include "ensemble/flow_workers.hpp"
#include "ensemble/statistics.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

enum class FlowStatus : std::uint8_t { under_way, won, tied, diverged, stuck };

FlowStatus status_of(const FlowOutcome& outcome) {
    if (outcome.diverged) return FlowStatus::diverged;
    if (outcome.stuck) return FlowStatus::stuck;
    return outcome.tied ? FlowStatus::tied : FlowStatus::won;
}

/// What is kept of a flow.
struct FlowRecord {
    double entropy = 0;
    double polarised_at = 0;
    std::uint16_t winner = 0;
    std::uint16_t u_rank = 0;
    std::uint16_t a_rank = 0;
    FlowStatus status = FlowStatus::under_way;
};

/// `params` with the number of moments that an ensemble records where none was set.
Params with_default_samples(Params params) {
    if (!params.is_member_set<&RunConfig::samples>()) params.set_member<&RunConfig::samples>(Ensemble::kDefaultSamples);
    return params;
}

/// `params`, where an ensemble of them is allowed by count and memory.
Params checked(Params params, const EnsembleSettings& settings) {
    check_flow_count(settings.count);
    check_ensemble_resources(params, settings);
    return params;
}

ManyFlows flows_of(const EnsembleConfig& config) {
    return {.flows = config.count,
            .criterion = config.criterion,
            .config = [run = config.run](std::uint64_t flow) { return flow_config(run, flow); },
            .finished = {}};
}

}  // namespace

struct Ensemble::State {
    State(Params shared, const EnsembleSettings& settings)
        : params(with_default_samples(checked(std::move(shared), settings))),
          config(ensemble_config(params, settings)) {
        records.resize(static_cast<std::size_t>(config.count));
        ManyFlows flows = flows_of(config);
        flows.finished = [this](std::uint64_t flow, const FlowOutcome& outcome) { keep(flow, outcome); };
        workers = std::make_unique<FlowWorkers>(std::move(flows), settings.workers);
    }

    void keep(std::uint64_t flow, const FlowOutcome& outcome) {
        records[static_cast<std::size_t>(flow)] = {.entropy = outcome.entropy,
                                                   .polarised_at = outcome.polarised_at,
                                                   .winner = static_cast<std::uint16_t>(outcome.winner),
                                                   .u_rank = static_cast<std::uint16_t>(outcome.u_rank),
                                                   .a_rank = static_cast<std::uint16_t>(outcome.a_rank),
                                                   .status = status_of(outcome)};
        ++finished;
        flow_steps += outcome.steps;
    }

    /// Throws Error where a flow of a share cannot be one of these, or has come already.
    void check(const FinishedFlow& finished_flow) const {
        const auto& [flow, outcome] = finished_flow;
        if (records[static_cast<std::size_t>(flow)].status != FlowStatus::under_way)
            throw refused_flow(flow, "has ended already", "flows that have not");
        if (std::max({outcome.winner, outcome.u_rank, outcome.a_rank}) >= config.run.k)
            throw refused_flow(flow, "has a winner beyond its " + std::to_string(config.run.k) + " tokens");
    }

    /// Counts the winners of the flows that have ended; fills in the numbers of the others' ends.
    void tally(EnsembleResult& result, std::vector<double>& entropies, std::vector<double>& times) const;

    Params params;
    EnsembleConfig config;
    std::vector<FlowRecord> records;
    std::atomic<std::uint64_t> finished{0};
    std::atomic<std::int64_t> flow_steps{0};
    std::uint64_t absorbed = 0;  // flows that came as shares
    TrajectoryCounts absorbed_trajectories;
    std::unique_ptr<FlowWorkers> workers;
};

void Ensemble::State::tally(EnsembleResult& result, std::vector<double>& entropies, std::vector<double>& times) const {
    result.wins_by_u_rank.assign(config.run.k, 0);
    result.wins_by_a_rank.assign(config.run.k, 0);
    result.wins_by_index.assign(config.run.k, 0);
    for (const FlowRecord& record : records) {
        if (record.status == FlowStatus::under_way) continue;
        ++result.finished;
        if (record.status == FlowStatus::diverged) {
            ++result.diverged;
            continue;
        }
        if (record.status == FlowStatus::stuck) {
            ++result.stuck;
            continue;
        }
        if (record.status == FlowStatus::tied) {
            ++result.tied;
        } else {
            ++result.wins_by_u_rank[record.u_rank];
            ++result.wins_by_a_rank[record.a_rank];
            ++result.wins_by_index[record.winner];
        }
        entropies.push_back(record.entropy);
        if (record.polarised_at < HUGE_VAL) times.push_back(record.polarised_at);
    }
}

Ensemble::Ensemble(Params params, const EnsembleSettings& settings)
    : state_(std::make_unique<State>(std::move(params), settings)) {}

Ensemble::~Ensemble() = default;

std::unique_ptr<FlowShare> Ensemble::share(Params params, const EnsembleSettings& settings, FlowRange range) {
    return make_share(flows_of(ensemble_config(with_default_samples(std::move(params)), settings)), range);
}

void Ensemble::absorb(std::span<const std::uint32_t> words) {
    const ShareResult share = read_share(words, {0, state_->config.count});
    for (const FinishedFlow& finished : share.flows) state_->check(finished);
    for (const FinishedFlow& finished : share.flows) state_->keep(finished.flow, finished.outcome);
    state_->absorbed += share.flows.size();
    state_->absorbed_trajectories.merge(share.trajectories);
}

std::int64_t Ensemble::advance(std::int64_t budget, std::size_t worker) {
    return state_->workers->advance(worker, budget);
}
const Params& Ensemble::params() const { return state_->params; }
bool Ensemble::done() const { return finished() == state_->config.count; }
std::uint64_t Ensemble::finished() const { return state_->finished; }
double Ensemble::work_per_step() const { return state_->workers->work_per_step(); }

double Ensemble::progress() const {
    const double absorbed = static_cast<double>(state_->absorbed) / static_cast<double>(state_->config.count);
    return state_->workers->progress() + absorbed;
}

EnsembleResult Ensemble::result() const {
    EnsembleResult result;
    result.count = state_->config.count;
    std::vector<double> entropies;
    std::vector<double> times;
    entropies.reserve(state_->records.size());
    times.reserve(state_->records.size());
    state_->tally(result, entropies, times);
    result.polarised = times.size();
    const auto k = static_cast<double>(state_->config.run.k);
    result.entropy_histogram = histogram_of(entropies, polarize::log(k), kEntropyBins);
    result.entropy = distribution_of(std::move(entropies));
    result.polarised_at = distribution_of(std::move(times));
    TrajectoryCounts trajectories = state_->workers->trajectories();
    trajectories.merge(state_->absorbed_trajectories);
    result.bands = trajectories.bands();
    result.time_unit = time_unit(state_->config.run);
    result.flow_steps = state_->flow_steps;
    return result;
}

}  // namespace polarize
