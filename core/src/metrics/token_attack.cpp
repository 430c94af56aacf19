#include "metrics/token_attack.hpp"

#include "metrics/attention_map.hpp"

namespace polarize {

TokenAttack token_attack(std::span<const std::int32_t> sequences, std::span<const std::int32_t> replacements,
                         std::size_t length, std::span<const std::size_t> order, const Predictor& predict) {
    const std::size_t count = sequences.size() / length;
    if (count == 0) return {};
    TokenAttack result{.tokens = std::vector<std::size_t>(count, 0)};
    const std::size_t steps = order.size() / count;
    const std::vector<std::int32_t> before = predict(sequences);
    std::vector<std::int32_t> attacked(sequences.begin(), sequences.end());
    for (std::size_t step = 0; step < steps; ++step) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t place = i * length + order[i * steps + step];
            attacked[place] = replacements[place];
        }
        const std::vector<std::int32_t> now = predict(attacked);
        for (std::size_t i = 0; i < count; ++i)
            if (result.tokens[i] == 0 && now[i] != before[i]) result.tokens[i] = step + 1;
    }
    double total = 0;
    double flipped = 0;
    for (const std::size_t tokens : result.tokens) {
        total += static_cast<double>(tokens);
        if (tokens > 0) flipped += 1;
        if (tokens == 1) result.one_token_share += 1;
    }
    result.one_token_share /= static_cast<double>(count);
    result.flipped_share = flipped / static_cast<double>(count);
    result.mean_tokens = share(total, flipped);
    return result;
}

}  // namespace polarize
