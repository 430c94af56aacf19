#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <polarize/params.hpp>

namespace polarize {

/// When a flow counts as polarised: its entropy has fallen below `threshold` times log k.
struct PolarisationCriterion {
    double threshold = 0.5;  ///< 0 to 1
    bool ends_flow = false;  ///< whether a flow ends at the first recorded moment at which it is polarised
};

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

/// How a quantity spreads over many flows at one moment.
struct Band {
    double low = 0;  ///< 5 %
    double median = 0;
    double high = 0;  ///< 95 %

    bool operator==(const Band&) const = default;
};

/// What many flows look like at one recorded moment. Bands are right to within 1/1024 of their values.
struct MomentBands {
    double time = 0;         ///< updates, tau or t
    std::int64_t flows = 0;  ///< that have recorded it
    Band max_alpha;
    Band entropy;  ///< over log k

    bool operator==(const MomentBands&) const = default;
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

/// The flows of an ensemble or of a map from number `first` up to but not including `last`.
struct FlowRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

/// Some of the flows of an ensemble or of a map, computed where no memory is shared with what gathers them: the words
/// of the finished share travel there. The flows are the same, to the last bit, however they are divided into shares.
class FlowShare {
  public:
    struct Work;
    explicit FlowShare(std::unique_ptr<Work> work);
    ~FlowShare();
    FlowShare(const FlowShare&) = delete;
    FlowShare& operator=(const FlowShare&) = delete;

    /// Does about `budget` flow-steps; returns how many, 0 when nothing is left.
    std::int64_t advance(std::int64_t budget);

    bool done() const;
    /// 0 to 1.
    double progress() const;
    double work_per_step() const;

    /// The finished share, for `absorb` of the same build.
    std::vector<std::uint32_t> words() const;

  private:
    std::unique_ptr<Work> work_;
};

/// The seed of flow number `flow` of an ensemble whose own seed is `seed`. For one ensemble it is a permutation of the
/// 32-bit numbers, so no two flows share a start; another ensemble has another permutation. Flow number i is thus the
/// run of its experiment with this seed, whatever else is computed.
std::uint32_t flow_seed(std::uint32_t seed, std::uint32_t flow);

/// What time counts in a run of `params`: "updates", or for gradient flow its variable of integration, "tau" or "t".
std::string_view time_unit(const Params& params);

/// How many runs of these parameters go side by side in SIMD lanes, in the time of one; 1 where lanes cannot carry
/// them.
std::size_t flows_abreast(const Params& params);

/// Many independent flows of one experiment that differ in their seeds alone: flow number i starts from flow_seed(seed,
/// i). It can be stopped and resumed between any two calls. The result of a finished ensemble has the same bits for any
/// number of workers and on every instruction set.
class Ensemble {
  public:
    static constexpr std::size_t kEntropyBins = 64;
    /// Moments recorded of each flow where `samples` was not set.
    static constexpr std::int64_t kDefaultSamples = 100;

    /// Throws Error when a run of `params` would be refused, for a setting out of its range, and when what is to be
    /// kept does not fit the memory allowed.
    Ensemble(Params params, const EnsembleSettings& settings);
    ~Ensemble();
    Ensemble(const Ensemble&) = delete;
    Ensemble& operator=(const Ensemble&) = delete;

    /// The parameters that the flows share, the ensemble's seed among them.
    const Params& params() const;

    /// Does about `budget` flow-steps; returns how many, 0 when nothing is left. Workers may be advanced by different
    /// threads at once.
    std::int64_t advance(std::int64_t budget, std::size_t worker = 0);

    /// The flows of `range` of the ensemble that these would make, to be computed apart from it. Throws Error as the
    /// constructor does, but for the memory.
    static std::unique_ptr<FlowShare> share(Params params, const EnsembleSettings& settings, FlowRange range);

    /// Takes in the words of a finished share; while no worker is being advanced.
    void absorb(std::span<const std::uint32_t> words);

    /// Whether all flows have ended.
    bool done() const;
    /// 0 to 1; may be asked at any time.
    double progress() const;
    std::uint64_t finished() const;
    double work_per_step() const;

    /// What is known so far; while no worker is being advanced.
    EnsembleResult result() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace polarize
