#include "tasks/batches.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <polarize/error.hpp>

namespace polarize {

Batches::Batches(Task& task, const BatchSettings& settings, std::optional<Examples> given, EpochOrders orders)
    : task_(task), settings_(settings), given_orders_(std::move(orders)) {
    if (settings.sequences < 1) throw refused("sequences", settings.sequences, "at least 1");
    if (settings.batch < 1) throw refused("batch", settings.batch, "at least 1");
    if (given) data_ = std::move(*given);
    else if (!settings.fresh)
        data_ = task.draw_examples(settings.seed, Purpose::training_examples, 0, settings.sequences);
    batch_.length = task.shape().length;
    batch_.kind = task.shape().targets;
}

/// Readies the order of `epoch`.
void Batches::enter(std::uint64_t epoch) {
    if (epoch_ == epoch) return;
    epoch_ = epoch;
    if (epoch < given_orders_.size()) {
        order_ = given_orders_[static_cast<std::size_t>(epoch)];
        return;
    }
    order_.resize(settings_.sequences);
    std::iota(order_.begin(), order_.end(), 0);
    RandomStream(settings_.seed, Purpose::epoch_order, epoch).shuffle(std::span(order_));
}

/// Copies the examples from place `first` on of the order of `epoch` into batch_.
void Batches::gather(std::uint64_t epoch, std::size_t first, std::size_t count) {
    enter(epoch);
    batch_.tokens.resize(count * batch_.length);
    batch_.targets.resize(count * batch_.targets_each());
    auto token = batch_.tokens.begin();
    auto target = batch_.targets.begin();
    for (std::size_t i = first; i < first + count; ++i) {
        const auto example = static_cast<std::size_t>(order_[i]);
        token = std::ranges::copy(data_.sequence(example), token).out;
        target = std::ranges::copy(data_.targets_of(example), target).out;
    }
}

const Examples& Batches::at(std::uint64_t step) {
    const std::uint64_t epoch = step / steps_per_epoch();
    const std::size_t first = static_cast<std::size_t>(step % steps_per_epoch()) * settings_.batch;
    const std::size_t count = std::min(settings_.batch, settings_.sequences - first);
    if (settings_.fresh)
        task_.draw_examples(settings_.seed, Purpose::training_examples, epoch * settings_.sequences + first, count,
                            batch_);
    else gather(epoch, first, count);
    return batch_;
}

}  // namespace polarize
