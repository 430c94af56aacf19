#include "tasks/distinct_draw.hpp"

#include <numeric>
#include <utility>

namespace polarize {

DistinctDraw::DistinctDraw(std::size_t count) : pool_(count) { std::iota(pool_.begin(), pool_.end(), 0); }

void DistinctDraw::draw(RandomStream& stream, std::int32_t offset, std::span<std::int32_t> chosen) {
    exchanged_.resize(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        exchanged_[i] = i + static_cast<std::size_t>(stream.below(pool_.size() - i));
        std::swap(pool_[i], pool_[exchanged_[i]]);
        chosen[i] = pool_[i] + offset;
    }
    for (std::size_t i = chosen.size(); i-- > 0;) std::swap(pool_[i], pool_[exchanged_[i]]);
}

}  // namespace polarize
