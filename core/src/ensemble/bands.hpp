#pragma once

#include <cstdint>
#include <vector>

#include <polarize/ensemble.hpp>
#include "numeric/quantile_sketch.hpp"
#include "numeric/word_stream.hpp"

namespace polarize {

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
