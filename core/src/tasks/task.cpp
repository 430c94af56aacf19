#include "tasks/task.hpp"

#include "tasks/classification.hpp"
#include "tasks/induction.hpp"

namespace polarize {

Examples Task::draw_examples(std::uint64_t seed, Purpose purpose, std::uint64_t first, std::size_t count) {
    Examples examples;
    draw_examples(seed, purpose, first, count, examples);
    return examples;
}

void Task::draw_examples(std::uint64_t seed, Purpose purpose, std::uint64_t first, std::size_t count,
                         Examples& examples) {
    const TaskShape form = shape();
    examples.length = form.length;
    examples.kind = form.targets;
    const std::size_t targets_each = examples.targets_each();
    examples.tokens.resize(count * form.length);
    examples.targets.resize(count * targets_each);
    for (std::size_t i = 0; i < count; ++i) {
        RandomStream stream(seed, purpose, first + i);
        draw(stream, std::span(examples.tokens).subspan(i * form.length, form.length),
             std::span(examples.targets).subspan(i * targets_each, targets_each));
    }
}

std::unique_ptr<Task> make_task(const TaskConfig& config) {
    if (config.kind == TaskKind::induction) return std::make_unique<InductionTask>(config.induction);
    return std::make_unique<ClassificationTask>(config.classification);
}

TaskShape shape_of(const TaskConfig& task) {
    return task.kind == TaskKind::induction ? shape_of(task.induction) : shape_of(task.classification);
}

}  // namespace polarize
