#include "tasks/induction.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "numeric/error.hpp"

namespace polarize {

InductionTask::InductionTask(const InductionSettings& settings) : settings_(settings) {
    if (settings.vocabulary < settings.distinct + 1)
        throw Error("vocabulary: " + std::to_string(settings.vocabulary) + " is too small for BOS and " +
                    std::to_string(settings.distinct) + " distinct tokens; allowed: at least " +
                    std::to_string(settings.distinct + 1));
    pool_.resize(settings.vocabulary - 1);
}

void InductionTask::draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
    const std::size_t distinct = settings_.distinct;
    std::iota(pool_.begin(), pool_.end(), 1);
    stream.choose(std::span(pool_), distinct);
    const auto repeated = static_cast<std::size_t>(stream.below(distinct));
    const auto shift = static_cast<std::int32_t>(settings_.shift_query_token ? settings_.vocabulary : 0);
    const std::int32_t query = pool_[repeated] + shift;

    tokens[0] = 0;
    std::ranges::copy_n(pool_.begin(), static_cast<std::ptrdiff_t>(distinct), tokens.begin() + 1);
    tokens[distinct + 1] = query;
    std::copy(tokens.begin() + 1, tokens.end(), targets.begin());
    targets[distinct + 1] = repeated + 1 < distinct ? pool_[repeated + 1] : query;
}

}  // namespace polarize
