#include "tasks/classification.hpp"

#include <string>

#include <polarize/error.hpp>

namespace polarize {

TaskShape shape_of(const ClassificationConfig& config) {
    if (config.labels < 1) throw refused("labels", config.labels, "is too few", "at least 1");
    if (config.vocabulary < 1) throw refused("vocabulary", config.vocabulary, "has no room for CLS", "at least 2");
    const std::size_t owned = config.vocabulary - 1;
    const std::string labels = std::to_string(config.labels);
    if (owned % config.labels != 0)
        throw refused(
            "vocabulary", config.vocabulary,
            "does not share out its " + std::to_string(owned) + " tokens beside CLS evenly among " + labels + " labels",
            "1 more than a multiple of labels", ErrorCode::conflict);
    const std::size_t each = owned / config.labels;
    if (each < config.drawn)
        throw refused("vocabulary", config.vocabulary,
                      "gives each label " + std::to_string(each) + " tokens, too few for sequences of " +
                          std::to_string(config.drawn),
                      "at least " + std::to_string(config.labels * config.drawn + 1), ErrorCode::conflict);
    return {.length = config.drawn + 1,
            .tokens = config.vocabulary,
            .classes = config.labels,
            .targets = Targets::last_position};
}

ClassificationTask::ClassificationTask(const ClassificationConfig& config)
    : config_(config),
      shape_(shape_of(config)),
      owned_((config.vocabulary - 1) / config.labels),
      tokens_of_label_(owned_) {}

void ClassificationTask::draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
    const auto label = static_cast<std::int32_t>(stream.below(config_.labels));
    const auto owned = static_cast<std::int32_t>(owned_);
    tokens_of_label_.draw(stream, 1 + label * owned, tokens.first(config_.drawn));
    tokens[config_.drawn] = 0;
    targets[0] = label;
}

}  // namespace polarize
