#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <polarize/params.hpp>
#include "ensemble/bands.hpp"
#include "ensemble/flow_share.hpp"
#include "ensemble/outcome.hpp"

namespace polarize {

/// What an ensemble is, beyond the parameters that its flows share.
struct EnsembleSettings {
    std::uint64_t count = 4096;  ///< flows, 1 to 2³²
    PolarisationCriterion criterion{};
    std::size_t workers = 1;         ///< threads that may advance it at once; 0 where shares alone are handed in
    double memory_limit = 1U << 30;  ///< bytes that what is kept of the flows may take
};

/// The shares of a distribution below which its `quantiles` lie.
inline constexpr std::array kQuantileShares{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

/// How a number spreads over flows. Where `count` is 0 the others mean nothing.
struct Distribution {
    std::int64_t count = 0;
    double mean = 0;
    double sd = 0;  ///< of the flows themselves, not an estimate for more of them
    double min = 0;
    double max = 0;
    std::array<double, kQuantileShares.size()> quantiles{};  ///< linear between neighbours in order

    bool operator==(const Distribution&) const = default;
};

/// What is known of the flows that have ended.
struct EnsembleResult {
    std::uint64_t count = 0;     ///< flows asked for
    std::uint64_t finished = 0;  ///< flows that have ended, the diverged and stuck ones included
    std::uint64_t diverged = 0;  ///< flows that stopped being finite; they count nowhere below
    std::uint64_t stuck = 0;     ///< flows that were given up before their end; they count nowhere below
    std::uint64_t polarised = 0;
    std::uint64_t tied = 0;                    ///< flows whose largest weight several tokens share: nobody's win
    std::vector<std::int64_t> wins_by_u_rank;  ///< (k): how often the token wins that began as number i of the order of
                                               ///< u, largest first
    std::vector<std::int64_t> wins_by_a_rank;  ///< (k): the same for the order of a
    std::vector<std::int64_t> wins_by_index;   ///< (k): how often token i wins
    Distribution entropy;                      ///< at the end, nats
    std::vector<std::int64_t> entropy_histogram;  ///< equal bins from 0 to log k
    Distribution polarised_at;                    ///< of the polarised flows, by PolarisationClock
    std::vector<MomentBands> bands;
    std::string_view time_unit;   ///< of all times here: "updates", "tau" or "t"
    std::int64_t flow_steps = 0;  ///< updates or accepted steps of the flows that have ended

    bool operator==(const EnsembleResult&) const = default;
};

/// Many independent flows of one experiment that differ in their seeds alone: flow number i starts from flow_seed(seed,
/// i). It can be stopped and resumed between any two calls. The result of a finished ensemble has the same bits for any
/// number of workers and on every instruction set.
class Ensemble {
  public:
    static constexpr std::size_t kEntropyBins = 64;
    /// Moments recorded of each flow where `samples` was not set.
    static constexpr std::int64_t kUsualSamples = 100;

    /// Throws Error when a run of `params` would be refused, for a setting out of its range, and when what is to be
    /// kept does not fit the memory allowed.
    Ensemble(Params params, const EnsembleSettings& settings);
    ~Ensemble();
    Ensemble(const Ensemble&) = delete;
    Ensemble& operator=(const Ensemble&) = delete;

    /// The parameters that the flows share, the ensemble's seed among them.
    const Params& params() const { return params_; }

    /// Does about `budget` flow-steps; returns how many, 0 when nothing is left. Workers may be advanced by different
    /// threads at once.
    std::int64_t advance(std::int64_t budget, std::size_t worker = 0);

    /// The flows of `range` of the ensemble that these would make, to be computed apart from it. Throws Error as the
    /// constructor does, but for the memory.
    static std::unique_ptr<FlowShare> share(Params params, const EnsembleSettings& settings, FlowRange range);

    /// Takes in the words of a finished share; while no worker is being advanced.
    void absorb(std::span<const std::uint32_t> words);

    /// Whether all flows have ended.
    bool done() const { return finished_ == settings_.count; }
    /// 0 to 1; may be asked at any time.
    double progress() const;
    std::uint64_t finished() const { return finished_; }
    double work_per_step() const;

    /// What is known so far; while no worker is being advanced.
    EnsembleResult result() const;

  private:
    enum class Fate : std::uint8_t { under_way, won, tied, diverged, stuck };

    /// What is kept of a flow.
    struct Record {
        double entropy = 0;
        double polarised_at = 0;
        std::uint16_t winner = 0;
        std::uint16_t u_rank = 0;
        std::uint16_t a_rank = 0;
        Fate fate = Fate::under_way;
    };

    static Fate fate_of(const FlowOutcome& outcome);
    void keep(std::uint64_t flow, const FlowOutcome& outcome);

    Params params_;
    EnsembleSettings settings_;
    std::vector<Record> records_;
    std::atomic<std::uint64_t> finished_{0};
    std::atomic<std::int64_t> flow_steps_{0};
    std::uint64_t absorbed_ = 0;  // flows that came as shares
    TrajectoryCounts absorbed_trajectories_;
    std::unique_ptr<EnsembleWorkers> workers_;
};

}  // namespace polarize
