#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/ensemble.hpp>
#include <polarize/params.hpp>

namespace polarize {

/// The values of one parameter along a side of a phase map: evenly spaced from `low` to `high`, or evenly in the
/// logarithm. Those of an integer parameter are rounded.
struct MapAxis {
    std::string name;
    double low = 0;
    double high = 0;
    std::size_t count = 1;
    bool logarithmic = false;
    bool whole = false;

    double value(std::size_t index) const;

    bool operator==(const MapAxis&) const = default;
};

/// The largest number of values that an axis may have.
inline constexpr std::size_t kMaxAxis = 4096;

/// Reads "NAME=LOW:HIGH:COUNT" or "NAME=LOW:HIGH:COUNT:log" for a parameter of `experiment` that is a number. Throws
/// Error that begins with `field`.
MapAxis parse_axis(std::string_view field, std::string_view text, const Experiment& experiment);

/// What a phase map shows of the run at each of its points.
enum class MapMeasure {
    entropy,           ///< of alpha at the end, over log k
    max_alpha,         ///< the largest weight at the end
    winner_share,      ///< share of the flows in which the token with the largest initial u wins
    loss,              ///< at the end
    time_to_polarise,  ///< see PolarisationClock
};
template <>
inline constexpr auto kEnumNames<MapMeasure> =
    names_up_to<MapMeasure::time_to_polarise>({"entropy", "max_alpha", "winner_share", "loss", "time_to_polarise"});

struct PhaseMapSettings {
    MapAxis x;
    MapAxis y;
    MapMeasure measure = MapMeasure::entropy;
    /// Flows at each point; the measure is their mean. One starts from the parameters' seed, so that each point is a
    /// run of its own parameters; of more, number i starts from flow_seed(seed, i) at every point.
    std::uint64_t count = 1;
    double threshold = 0.5;          ///< of time_to_polarise
    std::size_t workers = 1;         ///< threads that may advance it at once; 0 where shares alone are handed in
    double memory_limit = 1U << 30;  ///< bytes that what is kept of the flows may take
};

/// A map as far as it is computed.
struct PhaseMapResult {
    MapAxis x;
    MapAxis y;
    MapMeasure measure = MapMeasure::entropy;
    std::vector<double> z;  ///< y.count × x.count, rows of equal y: NaN where not computed, and where the measure is
                            ///< undefined (all flows diverged or stuck, or none polarised)
    std::vector<std::uint8_t> computed;  ///< of the same shape: 1 where all flows have ended
    std::uint64_t finished = 0;          ///< points computed
    std::uint64_t diverged = 0;          ///< flows that stopped being finite
    std::uint64_t stuck = 0;             ///< flows that were given up before their end
    std::int64_t flow_steps = 0;         ///< updates or accepted steps of the flows that have ended

    /// z with the points not yet computed taken from the next coarser ones that are.
    std::vector<double> filled() const;
};

/// A measure of an experiment over two of its parameters, computed from coarse to fine: every 16th point of each axis
/// first, then every 8th, and so on. It can be stopped and resumed between any two calls; a finished map has the same
/// bits for any number of workers and on every instruction set.
class PhaseMap {
  public:
    /// Throws Error when a run at a corner would be refused, for a setting out of its range, and when what is to be
    /// kept does not fit the memory allowed.
    PhaseMap(Params params, PhaseMapSettings settings);
    ~PhaseMap();
    PhaseMap(const PhaseMap&) = delete;
    PhaseMap& operator=(const PhaseMap&) = delete;

    /// The parameters that all points share.
    const Params& params() const;
    const PhaseMapSettings& settings() const;

    /// Does about `budget` flow-steps; returns how many, 0 when nothing is left. Workers may be advanced by different
    /// threads at once.
    std::int64_t advance(std::int64_t budget, std::size_t worker = 0);

    /// How many flows the map takes: `settings().count` for each point, coarse points first.
    std::uint64_t flows() const;

    /// The flows of `range`, to be computed apart from the map, which must outlive the share.
    std::unique_ptr<FlowShare> share(FlowRange range) const;

    /// Takes in the words of a finished share; while no worker is being advanced.
    void absorb(std::span<const std::uint32_t> words);

    /// Whether all flows have ended.
    bool done() const;
    /// 0 to 1; may be asked at any time.
    double progress() const;
    double work_per_step() const;

    /// The map so far; while no worker is being advanced.
    PhaseMapResult result() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace polarize
