#include "tasks/induction.hpp"

#include <algorithm>
#include <string>

#include <polarize/error.hpp>

namespace polarize {

namespace {

/// The tokens beside BOS. Throws Error where they are too few.
std::size_t ordinary_tokens(const InductionSettings& settings) {
    if (settings.distinct < 1) throw Error("distinct: 0 is out of range; allowed: at least 1");
    if (settings.vocabulary < settings.distinct + 1)
        throw Error("vocabulary: " + std::to_string(settings.vocabulary) + " is too small for BOS and " +
                    std::to_string(settings.distinct) + " distinct tokens; allowed: at least " +
                    std::to_string(settings.distinct + 1));
    return settings.vocabulary - 1;
}

}  // namespace

InductionTask::InductionTask(const InductionSettings& settings)
    : settings_(settings), ordinary_tokens_(ordinary_tokens(settings)) {}

void InductionTask::draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
    const std::size_t distinct = settings_.distinct;
    const std::span<std::int32_t> drawn = tokens.subspan(1, distinct);
    ordinary_tokens_.draw(stream, 1, drawn);
    const auto repeated = static_cast<std::size_t>(stream.below(distinct));
    const auto shift = static_cast<std::int32_t>(settings_.shift_query_token ? settings_.vocabulary : 0);
    const std::int32_t query = drawn[repeated] + shift;

    tokens[0] = 0;
    tokens[distinct + 1] = query;
    std::copy(tokens.begin() + 1, tokens.end(), targets.begin());
    targets[distinct + 1] = repeated + 1 < distinct ? drawn[repeated + 1] : query;
}

}  // namespace polarize
