#include <polarize/attention_model.hpp>

#include <algorithm>
#include <string>

#include <polarize/error.hpp>

namespace polarize {

namespace {

void check_range(std::string_view field, std::size_t value, std::size_t minimum, std::size_t maximum) {
    if (value >= minimum && value <= maximum) return;
    throw refused(field, value, std::to_string(minimum) + " to " + std::to_string(maximum));
}

}  // namespace

void check(const ModelConfig& config) {
    check_range("vocabulary", config.vocabulary, 1, kMaxVocabulary);
    check_range("outputs", config.outputs, 1, kMaxVocabulary);
    check_range("d", config.d, 1, kMaxWidth);
    check_range("layers", config.layers, 1, kMaxLayers);
    check_range("heads", config.heads, 1, std::min(config.d, kMaxHeads));
    check_range("length", config.length, 1, kMaxLength);
    if (config.d % config.heads != 0)
        throw refused("heads", config.heads, "does not divide d = " + std::to_string(config.d), "a divisor of d",
                      ErrorCode::conflict);
    if (config.positions == Positions::concat && config.d % 2 != 0)
        throw refused("d", config.d, "is odd",
                      "even where positions \"concat\" give token and position half of it each", ErrorCode::conflict);
}

}  // namespace polarize
