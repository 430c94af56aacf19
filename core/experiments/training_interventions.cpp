#include "experiments/training_interventions.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/training_pass.hpp"
#include "metrics/dominance.hpp"
#include "metrics/predictions.hpp"
#include "metrics/token_attack.hpp"

namespace polarize {

namespace {

Predictor predictor_of(Transformer<float>& model) {
    return [&model](std::span<const std::int32_t> tokens) {
        const ModelConfig& config = model.config();
        std::vector<std::int32_t> predicted;
        evaluate_in_chunks(model, tokens, {}, [&](const Evaluation<float>& evaluation, std::size_t, std::size_t count) {
            const EvaluationView view(config, evaluation);
            for (std::size_t i = 0; i < count; ++i)
                predicted.push_back(predicted_class(view.logits(i).last(config.outputs)));
        });
        return predicted;
    };
}

/// Of every head and sequence the position before the last that the last query gives the most weight, as
/// [layer · heads + head][sequence].
std::vector<std::vector<std::size_t>> top_positions(Transformer<float>& model, const Examples& examples) {
    const ModelConfig& config = model.config();
    std::vector<std::vector<std::size_t>> top(config.layers * config.heads);
    evaluate_in_chunks(
        model, examples.tokens, {.attention = true},
        [&](const Evaluation<float>& evaluation, std::size_t, std::size_t count) {
            const EvaluationView view(config, evaluation);
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t number = 0; number < top.size(); ++number) {
                    const auto row = view.map(i, number / config.heads, number % config.heads)
                                         .row(config.length - 1)
                                         .first(config.length - 1);
                    top[number].push_back(static_cast<std::size_t>(std::ranges::max_element(row) - row.begin()));
                }
        });
    return top;
}

void add_dominance(Transformer<float>& model, const Examples& examples, std::uint64_t seed, Arrays& tables) {
    constexpr std::size_t kPairs = 500;
    const std::vector<std::size_t> shape{model.config().layers, model.config().heads};
    Array rate{shape, {}};
    Array rate_a{shape, {}};
    Array rate_b{shape, {}};
    const auto top = top_positions(model, examples);
    for (std::size_t head = 0; head < top.size(); ++head) {
        RandomStream stream(seed, Purpose::mixing, head);
        const Dominance dominance = label_mixing(examples, top[head], kPairs, predictor_of(model), stream);
        rate.data.push_back(dominance.rate);
        rate_a.data.push_back(dominance.rate_a);
        rate_b.data.push_back(dominance.rate_b);
    }
    tables["dominance"] = std::move(rate);
    tables["dominance_a"] = std::move(rate_a);
    tables["dominance_b"] = std::move(rate_b);
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
    constexpr std::size_t kMostReplaced = 10;
    const ModelConfig& config = model.config();
    const std::size_t count = std::min(kSequences, examples.count());
    const std::size_t first_position = has_bos(examples) ? 1 : 0;
    const std::size_t steps = std::min(kMostReplaced, config.length - 1 - first_position);
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
