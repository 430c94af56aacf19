#include "training/interventions.hpp"

#include <algorithm>
#include <cmath>

#include "metrics/dominance.hpp"
#include "metrics/predictions.hpp"
#include "metrics/token_attack.hpp"
#include "training/evaluation.hpp"
#include "training/evaluation_pass.hpp"

namespace polarize {

namespace {

Predictor predictor_of(Transformer<float>& model) {
    return [&model](std::span<const std::int32_t> tokens) { return predictions_of(model, tokens); };
}

/// The position before the last that one head's last query gives the most weight.
std::size_t top_position(const EvaluationView& view, const ModelConfig& config, std::size_t sequence,
                         std::size_t number) {
    const auto row = view.map(sequence, number / config.heads, number % config.heads)
                         .row(config.length - 1)
                         .first(config.length - 1);
    return static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
}

/// The prediction for every sequence, and what head number layer · heads + head attends to most in it.
HeadObserver observer_of(Transformer<float>& model, std::size_t number) {
    return [&model, number](std::span<const std::int32_t> tokens) {
        const ModelConfig& config = model.config();
        std::vector<HeadAnswer> answers;
        evaluate_in_chunks(model, tokens, {.attention = true},
                           [&](const Evaluation<float>& evaluation, std::size_t, std::size_t count) {
                               const EvaluationView view(config, evaluation);
                               for (std::size_t i = 0; i < count; ++i)
                                   answers.push_back({predicted_class(view.logits(i).last(config.outputs)),
                                                      top_position(view, config, i, number)});
                           });
        return answers;
    };
}

void add_dominance(Transformer<float>& model, const Examples& examples, std::uint64_t seed, Arrays& tables) {
    constexpr std::size_t kPairs = 500;
    const ModelConfig& config = model.config();
    const auto add = [&](const char* name, double value) {
        Array& table = tables[name];
        table.shape = {config.layers, config.heads};
        table.data.push_back(value);
    };
    for (std::size_t number = 0; number < config.layers * config.heads; ++number) {
        const HeadObserver observe = observer_of(model, number);
        std::vector<std::size_t> top;
        for (const HeadAnswer& answer : observe(examples.tokens)) top.push_back(answer.top);
        RandomStream stream(seed, Purpose::mixing, number);
        const Dominance dominance = label_mixing(examples, top, kPairs, observe, stream);
        add("dominance", dominance.rate);
        add("dominance_a", dominance.rate_a);
        add("dominance_b", dominance.rate_b);
        add("mixing_leads", dominance.leading);
        add("dominance_leading", dominance.rate_leading);
    }
}

/// The positions of one sequence that can be replaced, those first that the last layer's heads attend to most.
std::vector<std::size_t> attack_order(const EvaluationView& view, const ModelConfig& config, std::size_t sequence,
                                      std::size_t first_position) {
    std::vector<double> attention(config.length - 1, 0);
    for (std::size_t head = 0; head < config.heads; ++head) {
        const auto row = view.map(sequence, config.layers - 1, head).row(config.length - 1);
        for (std::size_t t = 0; t + 1 < config.length; ++t) attention[t] += std::abs(static_cast<double>(row[t]));
    }
    std::vector<std::size_t> order;
    for (std::size_t t = first_position; t + 1 < config.length; ++t) order.push_back(t);
    std::ranges::sort(order, [&](std::size_t left, std::size_t right) {
        return attention[left] != attention[right] ? attention[left] > attention[right] : left < right;
    });
    return order;
}

/// For each of the first `count` sequences one with another last target, where there is one.
std::vector<std::int32_t> replacements_for(const Examples& examples, std::size_t count, RandomStream& stream) {
    constexpr int kAttempts = 1000;
    std::vector<std::int32_t> replacements;
    for (std::size_t i = 0; i < count; ++i) {
        auto other = static_cast<std::size_t>(stream.below(examples.count()));
        for (int attempt = 0; attempt < kAttempts && examples.targets_of(other).back() == examples.targets_of(i).back();
             ++attempt)
            other = static_cast<std::size_t>(stream.below(examples.count()));
        const auto tokens = examples.sequence(other);
        replacements.insert(replacements.end(), tokens.begin(), tokens.end());
    }
    return replacements;
}

TokenAttack attack(Transformer<float>& model, const Examples& examples, RandomStream& stream) {
    constexpr std::size_t kSequences = 200;
    constexpr std::size_t kMaxReplaced = 10;
    const ModelConfig& config = model.config();
    const std::size_t count = std::min(kSequences, examples.count());
    const std::size_t first_position = has_bos(examples.kind) ? 1 : 0;
    const std::size_t steps = std::min(kMaxReplaced, config.length - 1 - first_position);
    const auto tokens = std::span(examples.tokens).first(count * config.length);
    std::vector<std::size_t> order;
    evaluate_in_chunks(
        model, tokens, {.attention = true}, [&](const Evaluation<float>& evaluation, std::size_t, std::size_t seen) {
            const EvaluationView view(config, evaluation);
            for (std::size_t i = 0; i < seen; ++i) {
                const auto positions = attack_order(view, config, i, first_position);
                order.insert(order.end(), positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(steps));
            }
        });
    return token_attack(tokens, replacements_for(examples, count, stream), config.length, order, predictor_of(model));
}

}  // namespace

Arrays intervene(Transformer<float>& model, const Examples& examples, std::uint64_t seed) {
    Arrays metrics;
    if (examples.kind == Targets::last_position) add_dominance(model, examples, seed, metrics);
    RandomStream stream(seed, Purpose::attack, 0);
    const TokenAttack outcome = attack(model, examples, stream);
    metrics["one_token_attack"] = {{}, {outcome.one_token_share}};
    metrics["attack_flipped"] = {{}, {outcome.flipped_share}};
    metrics["attack_tokens"] = {{}, {outcome.mean_tokens}};
    return metrics;
}

}  // namespace polarize
