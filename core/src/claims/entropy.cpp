// Claims about how far the weights polarise under each loss and score map.

#include <algorithm>
#include <array>
#include <cmath>

#include <polarize/text.hpp>
#include "claims/check.hpp"
#include "simd/elementary.hpp"

namespace polarize::claim_checks {

namespace {

/// Nothing to vary without it.
constexpr std::size_t kFewestTokens = 2;

double normalised_entropy(const Snapshot& snapshot) {
    return snapshot.entropy / polarize::log(static_cast<double>(snapshot.alpha.size()));
}

/// The flow of the subject's experiment with one member chosen, to its usual end.
template <auto... Path>
Params flow_with(const Subject& subject, const MemberOf<Path...>& value) {
    Params params = subject.with(Dynamics::flow);
    params.set_member<Path...>(value);
    return params;
}

/// How far the entropy at the end stays from both 0 and log k, in units of log k.
Measurement judge_partial(FinishedRuns runs) {
    const double share = normalised_entropy(runs[0]->last);
    return {.measured = std::min(share, 1.0 - share),
            .tolerance = 0,
            .note = "entropy " + short_text(runs[0]->last.entropy) + " nats, " + short_text(share) +
                    " of log k; largest weight " + short_text(runs[0]->last.max_alpha)};
}

/// The largest rise of the entropy from one condition number to the next.
Measurement judge_conditioning(FinishedRuns runs) {
    double rise = -HUGE_VAL;
    std::string note = "entropy at the end";
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (i > 0) rise = std::max(rise, runs[i]->last.entropy - runs[i - 1]->last.entropy);
        note += (i > 0 ? ", " : ": ") + short_text(runs[i]->last.entropy) +
                " for kappa=" + number_text(runs[i]->config.start.kappa);
    }
    return {.measured = rise, .tolerance = 0, .note = note};
}

/// The entropy at the end in units of that at the start.
Measurement judge_kept(FinishedRuns runs) {
    const double start = sample(runs[0]->last.history, "entropy", 0)[0];
    const double end = runs[0]->last.entropy;
    return {.measured = end / start,
            .tolerance = 0.1,
            .note = "entropy " + short_text(start) + " nats at the start, " + short_text(end) + " at the end"};
}

Measurement judge_polarised(FinishedRuns runs) {
    return {.measured = normalised_entropy(runs[0]->last),
            .tolerance = 0.01,
            .note = "largest weight " + short_text(runs[0]->last.max_alpha)};
}

/// The rescaled time at which maps with exact zeros, or with one more token, are measured: late enough for their limit,
/// and early enough that 1/tau² is far above round-off.
constexpr double kLateTau = 1e4;

Measurement judge_one_hot(FinishedRuns runs) { return {.measured = 1.0 - runs[0]->last.max_alpha, .tolerance = 1e-12}; }

/// x/tau² being the weight that is no token's, y/tau² that of each loser and X = x + (k−1) y, late in the flow
/// dX/dlog(tau) = X (2 − X) − (k−1) y², so X ends between 2 (1 − 1/k) and 2; it creeps up as y falls like 1/log(tau).
Measurement judge_sink(FinishedRuns runs) {
    constexpr double kAllowed = 0.02;
    const std::vector<double>& alpha = runs[0]->last.alpha;
    double total = 0;
    for (const double weight : alpha) total += weight;
    return {.measured = (1.0 - runs[0]->last.max_alpha) * kLateTau * kLateTau,
            .tolerance = kAllowed + 1.0 / static_cast<double>(alpha.size()),
            .note = "of which " + short_text((1.0 - total) * kLateTau * kLateTau) + " is no token's"};
}

void plan_partial(const Subject& subject, std::vector<Check>& checks) {
    const bool is_partial =
        subject.loss() == Loss::square || subject.loss() == Loss::regression || subject.loss() == Loss::kl;
    if (!is_partial || subject.has_one_class()) return;
    if (subject.map() != ScoreMap::softmax || subject.train() != Train::both) return;
    const auto add = [&](const Params& run) {
        checks.push_back({.claim = "partial",
                          .runs = {run},
                          .relation = Relation::at_least,
                          .predicted = 1e-9,
                          .judge = judge_partial});
    };
    const bool varies_kappa =
        subject.config.start.draws == Draws::conditioned && !subject.sets<&RunConfig::start, &StartConfig::kappa>();
    if (!varies_kappa) {
        add(subject.with(Dynamics::flow));
        return;
    }
    std::vector<Params> runs;
    for (const double kappa : {1.0, 2.0, 3.0, 4.0, 5.0})
        runs.push_back(flow_with<&RunConfig::start, &StartConfig::kappa>(subject, kappa));
    for (const Params& run : runs) add(run);
    checks.push_back({.claim = "ill-conditioned",
                      .runs = runs,
                      .relation = Relation::at_most,
                      .predicted = 0,
                      .judge = judge_conditioning,
                      .run_text = describe(subject.with(Dynamics::flow)) + ", kappa=1 to 5"});
}

/// Maps to try: the one that was set, or those of `maps`.
template <std::size_t Count>
std::vector<ScoreMap> chosen(const Subject& subject, const std::array<ScoreMap, Count>& maps) {
    if (!subject.sets<&RunConfig::map>()) return {maps.begin(), maps.end()};
    if (std::ranges::find(maps, subject.map()) == maps.end()) return {};
    return {subject.map()};
}

void plan_maps(const Subject& subject, std::vector<Check>& checks) {
    const bool compares_maps = subject.params.experiment().compares_maps;
    if (!(compares_maps || subject.sets<&RunConfig::map>()) || subject.train() != Train::both) return;
    const auto add = [&](std::string_view claim, Relation relation, double predicted, ScoreMap map, auto judge) {
        checks.push_back({.claim = claim,
                          .runs = {flow_with<&RunConfig::map>(subject, map)},
                          .relation = relation,
                          .predicted = predicted,
                          .judge = judge});
    };
    for (const ScoreMap map : chosen(subject, std::array{ScoreMap::sigmoid, ScoreMap::relu, ScoreMap::identity}))
        if (subject.is_undecided(map)) add("elementwise", Relation::at_least, 1, map, judge_kept);
    if (subject.loss() != Loss::logistic) return;
    for (const ScoreMap map : chosen(subject, std::array{ScoreMap::l2}))
        add("squared-scores", Relation::near, 0, map, judge_polarised);
    const auto add_late = [&](std::string_view claim, double predicted, ScoreMap map, auto judge) {
        Params run = flow_with<&RunConfig::map>(subject, map);
        run.set_member<&RunConfig::flow, &FlowConfig::until>(Until::tau);
        run.set_member<&RunConfig::flow, &FlowConfig::horizon>(kLateTau);
        checks.push_back({.claim = claim, .runs = {run}, .predicted = predicted, .judge = judge});
    };
    for (const ScoreMap map : chosen(subject, std::array{ScoreMap::sparsemax, ScoreMap::entmax15}))
        add_late("sparse-one-hot", 0, map, judge_one_hot);
    for (const ScoreMap map : chosen(subject, std::array{ScoreMap::softmax_plus_one}))
        add_late("sink-asymptote", 2.0 - 1.0 / static_cast<double>(subject.tokens()), map, judge_sink);
}

}  // namespace

void plan_entropy(const Subject& subject, std::vector<Check>& checks) {
    if (!subject.is_value_model() || subject.tokens() < kFewestTokens) return;
    plan_partial(subject, checks);
    plan_maps(subject, checks);
}

}  // namespace polarize::claim_checks
