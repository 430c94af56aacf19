#include "metrics/predictions.hpp"

#include <algorithm>
#include <cmath>

#include "metrics/attention_map.hpp"

namespace polarize {

std::int32_t predicted_class(std::span<const float> logits) {
    return static_cast<std::int32_t>(std::ranges::max_element(logits) - logits.begin());
}

double cross_entropy(std::span<const float> logits, std::int32_t target) {
    const auto largest = static_cast<double>(*std::ranges::max_element(logits));
    double sum = 0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - largest);
    return std::log(sum) + largest - static_cast<double>(logits[static_cast<std::size_t>(target)]);
}

void PredictionMeter::add(std::span<const float> logits, std::size_t classes, std::span<const std::int32_t> targets) {
    const std::size_t first = logits.size() / classes - targets.size();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const std::span<const float> here = logits.subspan((first + i) * classes, classes);
        const bool is_last = i + 1 == targets.size();
        (is_last ? last_loss_ : others_loss_) += cross_entropy(here, targets[i]);
        if (predicted_class(here) == targets[i]) (is_last ? last_right_ : others_right_) += 1;
    }
    sequences_ += 1;
    others_ += static_cast<double>(targets.size() - 1);
}

PredictionMetrics PredictionMeter::result(double auxiliary) const {
    PredictionMetrics metrics{.last_loss = share(last_loss_, sequences_),
                              .others_loss = share(others_loss_, others_),
                              .accuracy = share(last_right_, sequences_),
                              .accuracy_all = share(last_right_ + others_right_, sequences_ + others_)};
    metrics.loss = metrics.last_loss + auxiliary * metrics.others_loss;
    return metrics;
}

}  // namespace polarize
