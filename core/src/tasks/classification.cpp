#include "tasks/classification.hpp"

#include <string>

#include <polarize/error.hpp>

namespace polarize {

namespace {

/// How many tokens each label owns. Throws Error where they cannot be shared out.
std::size_t tokens_per_label(const ClassificationSettings& settings) {
    if (settings.labels < 1) throw Error("labels: 0 is too few; allowed: at least 1");
    if (settings.vocabulary < 1) throw Error("vocabulary: 0 has no room for CLS; allowed: at least 2");
    const std::size_t owned = settings.vocabulary - 1;
    const std::string given = "vocabulary: " + std::to_string(settings.vocabulary);
    if (owned % settings.labels != 0)
        throw Error(given + " does not share out its " + std::to_string(owned) + " tokens beside CLS evenly among " +
                    std::to_string(settings.labels) + " labels; allowed: 1 more than a multiple of labels");
    if (owned / settings.labels < settings.drawn)
        throw Error(given + " gives each label " + std::to_string(owned / settings.labels) +
                    " tokens, too few for sequences of " + std::to_string(settings.drawn) + "; allowed: at least " +
                    std::to_string(settings.labels * settings.drawn + 1));
    return owned / settings.labels;
}

}  // namespace

ClassificationTask::ClassificationTask(const ClassificationSettings& settings)
    : settings_(settings), owned_(tokens_per_label(settings)), tokens_of_label_(owned_) {}

void ClassificationTask::draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
    const auto label = static_cast<std::int32_t>(stream.below(settings_.labels));
    const auto owned = static_cast<std::int32_t>(owned_);
    tokens_of_label_.draw(stream, 1 + label * owned, tokens.first(settings_.drawn));
    tokens[settings_.drawn] = 0;
    targets[0] = label;
}

}  // namespace polarize
