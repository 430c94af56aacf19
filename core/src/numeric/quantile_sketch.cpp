#include "numeric/quantile_sketch.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace polarize {

namespace {

constexpr int kDroppedBits = 42;  // of a fraction's 52, leaves 10
constexpr double kSmallest = 0x1p-40;
constexpr double kLargest = 0x1p24;

/// The bits that name the bin of a size of at least kSmallest.
std::int32_t leading_bits(double size) {
    return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(size) >> kDroppedBits);
}

/// 0 for sizes below kSmallest, ±1, ±2, … for the bins from there on; increases with the value.
std::int32_t key_of(double value) {
    const double size = std::min(std::abs(value), kLargest);
    if (size < kSmallest) return 0;
    const std::int32_t key = leading_bits(size) - leading_bits(kSmallest) + 1;
    return value < 0 ? -key : key;
}

/// The end of bin `key` that is nearer to zero.
double inner_end(std::int32_t key) {
    if (key == 0) return 0;
    const auto bits =
        static_cast<std::uint64_t>(std::abs(key)) - 1 + static_cast<std::uint64_t>(leading_bits(kSmallest));
    const auto size = std::bit_cast<double>(bits << kDroppedBits);
    return key < 0 ? -size : size;
}

double lower_end(std::int32_t key) { return inner_end(key < 0 ? key - 1 : key); }
double upper_end(std::int32_t key) { return inner_end(key < 0 ? key : key + 1); }

}  // namespace

std::uint32_t& QuantileSketch::bin(std::int32_t key) {
    if (bins_.empty()) first_ = key;
    if (key < first_) {
        bins_.insert(bins_.begin(), static_cast<std::size_t>(first_ - key), 0);
        first_ = key;
    }
    const auto index = static_cast<std::size_t>(key - first_);
    if (index >= bins_.size()) bins_.resize(index + 1, 0);
    return bins_[index];
}

void QuantileSketch::add(double value) {
    least_ = count_ == 0 ? value : std::min(least_, value);
    most_ = count_ == 0 ? value : std::max(most_, value);
    ++bin(key_of(value));
    ++count_;
}

void QuantileSketch::merge(const QuantileSketch& other) {
    if (other.count_ == 0) return;
    least_ = count_ == 0 ? other.least_ : std::min(least_, other.least_);
    most_ = count_ == 0 ? other.most_ : std::max(most_, other.most_);
    for (std::size_t i = 0; i < other.bins_.size(); ++i)
        if (other.bins_[i] > 0) bin(other.first_ + static_cast<std::int32_t>(i)) += other.bins_[i];
    count_ += other.count_;
}

double QuantileSketch::quantile(double q) const {
    if (count_ == 0) return std::numeric_limits<double>::quiet_NaN();
    const double rank = q * static_cast<double>(count_ - 1);
    double below = 0;
    for (std::size_t i = 0; i < bins_.size(); ++i) {
        const auto here = static_cast<double>(bins_[i]);
        if (rank < below + here) {
            const std::int32_t key = first_ + static_cast<std::int32_t>(i);
            // The numbers of a bin count as evenly spread over it.
            const double share = (rank - below + 0.5) / here;
            const double value = lower_end(key) + share * (upper_end(key) - lower_end(key));
            return std::clamp(value, least_, most_);
        }
        below += here;
    }
    return most_;
}

void QuantileSketch::write(WordWriter& writer) const {
    writer.put(least_);
    writer.put(most_);
    writer.put(count_);
    writer.put(first_);
    writer.put(static_cast<std::uint32_t>(bins_.size()));
    writer.put_all(std::span(bins_));
}

QuantileSketch QuantileSketch::read(WordReader& reader) {
    QuantileSketch sketch;
    sketch.least_ = reader.take<double>();
    sketch.most_ = reader.take<double>();
    sketch.count_ = reader.take<std::int64_t>();
    sketch.first_ = reader.take<std::int32_t>();
    sketch.bins_ = reader.take_all<std::uint32_t>(reader.take<std::uint32_t>());
    return sketch;
}

}  // namespace polarize
