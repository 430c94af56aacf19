#include "metrics/activations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/attention_map.hpp"

namespace polarize {

void ActivationMeter::add(std::span<const float> activations) {
    if (activations.empty()) return;
    sequences_ += 1;
    if (std::ranges::any_of(activations, [](float x) { return std::isnan(x); })) {  // of which there is no order
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        sums_ = {.largest = none, .median = none, .ratio = none, .largest_seen = none};
        return;
    }
    sizes_.resize(activations.size());
    std::ranges::transform(activations, sizes_.begin(), [](float x) { return std::abs(x); });
    const auto middle = sizes_.begin() + static_cast<std::ptrdiff_t>(sizes_.size() / 2);
    std::ranges::nth_element(sizes_, middle);
    const auto median = static_cast<double>(*middle);
    const auto largest = static_cast<double>(*std::max_element(middle, sizes_.end()));
    sums_.largest += largest;
    sums_.median += median;
    sums_.ratio += share(largest, median);
    sums_.largest_seen = std::max(sums_.largest_seen, largest);
}

ActivationMetrics ActivationMeter::result() const {
    return {.largest = share(sums_.largest, sequences_),
            .median = share(sums_.median, sequences_),
            .ratio = share(sums_.ratio, sequences_),
            .largest_seen = sums_.largest_seen};
}

void ValueNormMeter::add(std::span<const float> values, std::size_t length, std::size_t stride, std::size_t size) {
    for (std::size_t t = 0; t < length; ++t) {
        const double norm = euclidean_norm(values.subspan(t * stride, size));
        (t == 0 ? sums_.first : sums_.others) += norm;
    }
    sequences_ += 1;
    others_ += static_cast<double>(length - 1);
}

ValueNorms ValueNormMeter::result() const {
    return {.first = share(sums_.first, sequences_), .others = share(sums_.others, others_)};
}

double euclidean_norm(std::span<const float> values) {
    double squares = 0;
    for (const float x : values) squares += static_cast<double>(x) * static_cast<double>(x);
    return std::sqrt(squares);
}

}  // namespace polarize
