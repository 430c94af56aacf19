#include "ensemble/bands.hpp"

#include <algorithm>

namespace polarize {

namespace {

Band band_of(const QuantileSketch& sketch) {
    return {.low = sketch.quantile(0.05), .median = sketch.quantile(0.5), .high = sketch.quantile(0.95)};
}

}  // namespace

TrajectoryCounts::Moment& TrajectoryCounts::at(double time) {
    // Flows of one block come to the same moment one after the other.
    if (last_ < moments_.size() && moments_[last_].time == time) return moments_[last_];
    auto found = std::ranges::lower_bound(moments_, time, {}, &Moment::time);
    if (found == moments_.end() || found->time != time) found = moments_.insert(found, Moment{time, {}, {}});
    last_ = static_cast<std::size_t>(found - moments_.begin());
    return *found;
}

void TrajectoryCounts::add(double time, double entropy, double max_alpha) {
    Moment& moment = at(time);
    moment.entropy.add(entropy);
    moment.max_alpha.add(max_alpha);
}

void TrajectoryCounts::merge(const TrajectoryCounts& other) {
    for (const Moment& theirs : other.moments_) {
        Moment& ours = at(theirs.time);
        ours.entropy.merge(theirs.entropy);
        ours.max_alpha.merge(theirs.max_alpha);
    }
}

void TrajectoryCounts::write(WordWriter& writer) const {
    writer.put(static_cast<std::uint32_t>(moments_.size()));
    for (const Moment& moment : moments_) {
        writer.put(moment.time);
        moment.entropy.write(writer);
        moment.max_alpha.write(writer);
    }
}

TrajectoryCounts TrajectoryCounts::read(WordReader& reader) {
    TrajectoryCounts counts;
    for (auto left = reader.take<std::uint32_t>(); left > 0; --left) {
        Moment& moment = counts.at(reader.take<double>());
        moment.entropy = QuantileSketch::read(reader);
        moment.max_alpha = QuantileSketch::read(reader);
    }
    return counts;
}

std::vector<MomentBands> TrajectoryCounts::bands() const {
    std::vector<MomentBands> result;
    result.reserve(moments_.size());
    for (const Moment& moment : moments_)
        result.push_back({.time = moment.time,
                          .flows = moment.entropy.count(),
                          .max_alpha = band_of(moment.max_alpha),
                          .entropy = band_of(moment.entropy)});
    return result;
}

}  // namespace polarize
