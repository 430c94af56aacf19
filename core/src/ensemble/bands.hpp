#pragma once

#include <cstdint>
#include <vector>

#include "numeric/quantile_sketch.hpp"
#include "numeric/word_stream.hpp"

namespace polarize {

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

/// Gathers the trajectories of many flows as counts, so that memory does not grow with the number of flows and what is
/// gathered in any order and by any number of workers is the same.
class TrajectoryCounts {
  public:
    void add(double time, double entropy, double max_alpha);
    void merge(const TrajectoryCounts& other);

    /// In the order of time.
    std::vector<MomentBands> bands() const;

    /// For `read` of the same build.
    void write(WordWriter& writer) const;
    static TrajectoryCounts read(WordReader& reader);

  private:
    struct Moment {
        double time = 0;
        QuantileSketch entropy, max_alpha;
    };

    Moment& at(double time);

    std::vector<Moment> moments_;  // in the order of time
    std::size_t last_ = 0;         // the moment found last
};

}  // namespace polarize
