#include <polarize/ensemble.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/resources.hpp>
#include <polarize/run.hpp>
#include "ensemble/flow_workers.hpp"
#include "ensemble/params.hpp"
#include "ensemble/statistics.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

/// `params` with what an ensemble prefers. Throws Error when no flow could run them or the criterion is out of range.
Params shared_params(Params params, const PolarisationCriterion& criterion) {
    check_threshold(criterion.threshold);
    if (!params.is_set("samples")) params.set("samples", static_cast<double>(Ensemble::kUsualSamples));
    make_runner(flow_params(params, 0));
    return params;
}

/// `params`, where an ensemble of them is allowed by count and memory.
Params checked(Params params, const EnsembleSettings& settings) {
    check_flow_count(settings.count);
    check_ensemble_resources(params, settings);
    return params;
}

EnsembleTask task_of(const Params& params, const EnsembleSettings& settings) {
    return {.flows = settings.count,
            .criterion = settings.criterion,
            .params = [params](std::uint64_t flow) { return flow_params(params, flow); },
            .finished = {}};
}

}  // namespace

Ensemble::Ensemble(Params params, const EnsembleSettings& settings)
    : params_(shared_params(checked(std::move(params), settings), settings.criterion)), settings_(settings) {
    records_.resize(static_cast<std::size_t>(settings.count));
    EnsembleTask task = task_of(params_, settings);
    task.finished = [this](std::uint64_t flow, const FlowOutcome& outcome) { keep(flow, outcome); };
    workers_ = std::make_unique<EnsembleWorkers>(std::move(task), settings.workers);
}

Ensemble::~Ensemble() = default;

Ensemble::Fate Ensemble::fate_of(const FlowOutcome& outcome) {
    if (outcome.diverged) return Fate::diverged;
    if (outcome.stuck) return Fate::stuck;
    return outcome.tied ? Fate::tied : Fate::won;
}

void Ensemble::keep(std::uint64_t flow, const FlowOutcome& outcome) {
    records_[static_cast<std::size_t>(flow)] = {.entropy = outcome.entropy,
                                                .polarised_at = outcome.polarised_at,
                                                .winner = static_cast<std::uint16_t>(outcome.winner),
                                                .u_rank = static_cast<std::uint16_t>(outcome.u_rank),
                                                .a_rank = static_cast<std::uint16_t>(outcome.a_rank),
                                                .fate = fate_of(outcome)};
    ++finished_;
    flow_steps_ += outcome.steps;
}

std::unique_ptr<FlowShare> Ensemble::share(Params params, const EnsembleSettings& settings, FlowRange range) {
    check_flow_count(settings.count);
    return std::make_unique<FlowShare>(task_of(shared_params(std::move(params), settings.criterion), settings), range);
}

void Ensemble::absorb(std::span<const std::uint32_t> words) {
    const ShareResult share = read_share(words, {0, settings_.count});
    const std::size_t k = token_count(params_);
    for (const auto& [flow, outcome] : share.flows) {
        const std::string name = "share: flow " + std::to_string(flow);
        if (records_[static_cast<std::size_t>(flow)].fate != Fate::under_way)
            throw Error(name + " has ended already; allowed: flows that have not");
        if (std::max({outcome.winner, outcome.u_rank, outcome.a_rank}) >= k)
            throw Error(name + " has a winner beyond its " + std::to_string(k) + " tokens");
    }
    for (const FinishedFlow& finished : share.flows) keep(finished.flow, finished.outcome);
    absorbed_ += share.flows.size();
    absorbed_trajectories_.merge(share.trajectories);
}

std::int64_t Ensemble::advance(std::int64_t budget, std::size_t worker) { return workers_->advance(worker, budget); }
double Ensemble::progress() const {
    return workers_->progress() + static_cast<double>(absorbed_) / static_cast<double>(settings_.count);
}
double Ensemble::work_per_step() const { return workers_->work_per_step(); }

EnsembleResult Ensemble::result() const {
    const std::size_t k = token_count(params_);
    EnsembleResult result;
    result.count = settings_.count;
    result.wins_by_u_rank.assign(k, 0);
    result.wins_by_a_rank.assign(k, 0);
    result.wins_by_index.assign(k, 0);
    std::vector<double> entropies;
    std::vector<double> times;
    entropies.reserve(records_.size());
    times.reserve(records_.size());
    for (const Record& record : records_) {
        if (record.fate == Fate::under_way) continue;
        ++result.finished;
        if (record.fate == Fate::diverged) {
            ++result.diverged;
            continue;
        }
        if (record.fate == Fate::stuck) {
            ++result.stuck;
            continue;
        }
        if (record.fate == Fate::tied) {
            ++result.tied;
        } else {
            ++result.wins_by_u_rank[record.u_rank];
            ++result.wins_by_a_rank[record.a_rank];
            ++result.wins_by_index[record.winner];
        }
        entropies.push_back(record.entropy);
        if (record.polarised_at < HUGE_VAL) times.push_back(record.polarised_at);
    }
    result.polarised = times.size();
    result.entropy_histogram = histogram_of(entropies, polarize::log(static_cast<double>(k)), kEntropyBins);
    result.entropy = distribution_of(std::move(entropies));
    result.polarised_at = distribution_of(std::move(times));
    TrajectoryCounts trajectories = workers_->trajectories();
    trajectories.merge(absorbed_trajectories_);
    result.bands = trajectories.bands();
    result.time_unit = time_unit(params_);
    result.flow_steps = flow_steps_;
    return result;
}

}  // namespace polarize
