#include "tasks/task.hpp"

namespace polarize {

Examples Task::draw_examples(std::uint64_t seed, Purpose purpose, std::uint64_t first, std::size_t count) {
    Examples examples;
    draw_examples(seed, purpose, first, count, examples);
    return examples;
}

void Task::draw_examples(std::uint64_t seed, Purpose purpose, std::uint64_t first, std::size_t count,
                         Examples& examples) {
    examples.length = length();
    examples.kind = targets();
    const std::size_t targets_each = examples.targets_each();
    examples.tokens.resize(count * length());
    examples.targets.resize(count * targets_each);
    for (std::size_t i = 0; i < count; ++i) {
        RandomStream stream(seed, purpose, first + i);
        draw(stream, std::span(examples.tokens).subspan(i * length(), length()),
             std::span(examples.targets).subspan(i * targets_each, targets_each));
    }
}

}  // namespace polarize
