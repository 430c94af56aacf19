#include "tasks/induction.hpp"

#include <algorithm>
#include <string>

#include <polarize/error.hpp>

namespace polarize {

TaskShape shape_of(const InductionConfig& config) {
    if (config.distinct < 1) throw refused("distinct", config.distinct, "at least 1");
    if (config.vocabulary < config.distinct + 1)
        throw refused("vocabulary", config.vocabulary,
                      "is too small for BOS and " + std::to_string(config.distinct) + " distinct tokens",
                      "at least " + std::to_string(config.distinct + 1), ErrorCode::conflict);
    const std::size_t tokens = config.vocabulary * (config.shift_query_token ? 2 : 1);
    return {.length = config.distinct + 2, .tokens = tokens, .classes = tokens, .targets = Targets::every_position};
}

InductionTask::InductionTask(const InductionConfig& config)
    : config_(config), shape_(shape_of(config)), ordinary_tokens_(config.vocabulary - 1) {}

void InductionTask::draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
    const std::size_t distinct = config_.distinct;
    const std::span<std::int32_t> drawn = tokens.subspan(1, distinct);
    ordinary_tokens_.draw(stream, 1, drawn);
    const auto repeated = static_cast<std::size_t>(stream.below(distinct));
    const auto shift = static_cast<std::int32_t>(config_.shift_query_token ? config_.vocabulary : 0);
    const std::int32_t query = drawn[repeated] + shift;

    tokens[0] = 0;
    tokens[distinct + 1] = query;
    std::copy(tokens.begin() + 1, tokens.end(), targets.begin());
    targets[distinct + 1] = repeated + 1 < distinct ? drawn[repeated + 1] : query;
}

}  // namespace polarize
