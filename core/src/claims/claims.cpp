#include <polarize/claims.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <list>

#include <polarize/error.hpp>
#include "claims/check.hpp"
#include "run/start_run.hpp"

namespace polarize {

namespace {

using claim_checks::Check;
using claim_checks::FinishedRun;
using claim_checks::Measurement;

constexpr std::string_view kOrdered = "logistic loss, map softmax, a(0) equal or in the order of u(0)";
constexpr std::string_view kLogisticSoftmax = "logistic loss, map softmax";

constexpr std::array kClaims{
    Claim{"score-sum", "The sum of the scores a is conserved.", "any loss, maps softmax, sparsemax and entmax15",
          "largest change of the sum along the run, relative to 1 + k times the largest score"},
    Claim{"order", "The order of the weights s and of the value projections u is kept.", kOrdered,
          "largest number of neighbours in the order of u(0) that stand the other way round at one moment"},
    Claim{"gaps", "Gaps of u never shrink, nor does the lead of the first token in a and s.", kOrdered,
          "largest fall of a gap below its largest value so far, relative to 1 + the size of the numbers"},
    Claim{"winner", "The token with the largest u(0) ends with the largest weight.", kOrdered,
          "the token with the largest weight at the end"},
    Claim{"one-hot", "The weight of the token with the largest u(0) tends to 1.", kOrdered, "its weight at tau = 1e6"},
    Claim{"loss-vanishes", "The loss tends to 0.", kLogisticSoftmax, "the loss at tau = 1e6"},
    Claim{"rank-one", "V tends to rank one.", kLogisticSoftmax, "sigma_2/sigma_1 of V at tau = 1e6"},
    Claim{"asymptote",
          "The weight of every loser falls like 2 T^2/(k tau^2), T the temperature, tau being about log t.",
          kLogisticSoftmax, "s_j tau^2 at tau = 1e6, its mean over the losers"},
    Claim{"losers-alike", "The losers' weights become equal, their relative spread falling like tau^(-2/k).",
          kLogisticSoftmax, "the exponent between tau = 1e5 and 1e6, for three tokens or more"},
    Claim{"log-growth", "The margin z grows like log t.", kLogisticSoftmax, "z/log t at tau = 1e6"},
    Claim{"partial", "Weights polarise in part: the entropy ends above 0 and below log k.",
          "square, regression and kl loss, map softmax",
          "the smaller of entropy/log k and 1 - entropy/log k at the end of the flow"},
    Claim{"ill-conditioned", "Weights polarise the more, the larger the condition number kappa.", "conditioning",
          "largest rise of the entropy at the end from one kappa of 1, 2, 3, 4, 5 to the next"},
    Claim{"elementwise", "Elementwise maps do not polarise.", "maps sigmoid, relu and identity",
          "entropy at the end of the flow over entropy at the start"},
    Claim{"squared-scores", "The map l2 polarises too.", "logistic loss, map l2",
          "entropy/log k at the end of the flow"},
    Claim{"sparse-one-hot", "Weights become one-hot up to round-off, where those of softmax only tend to it.",
          "logistic loss, maps sparsemax and entmax15", "1 minus the largest weight at tau = 1e4"},
    Claim{"sink-asymptote",
          "With one more token that never moves, too, all but one fade: their sum is between 2 (1 - 1/k)/tau^2 and "
          "2/tau^2.",
          "logistic loss, map softmax_plus_one", "(1 - the largest weight) tau^2 at tau = 1e4"},
    Claim{"a-only-values", "When only a is trained, V stays as it is.", "logistic loss, map softmax, a alone",
          "largest change of an entry of V up to tau = 1e6"},
    Claim{"a-only-winner", "When only a is trained, the weights still move to the largest u, which the margin reaches.",
          "logistic loss, map softmax, a alone", "the margin at tau = 1e6"},
    Claim{"a-only-loss", "When only a is trained, the loss stays above log(1 + exp(-max u)), its limit.",
          "logistic loss, map softmax, a alone", "the loss at tau = 1e6"},
    Claim{"V-only-weights", "When only V is trained, the weights stay as they are.",
          "logistic loss, map softmax, V alone", "largest change of a weight up to tau = 1e6"},
    Claim{"V-only-loss", "When only V is trained, the loss still tends to 0.", "logistic loss, map softmax, V alone",
          "the loss at tau = 1e6"},
    Claim{"descent-order", "Gradient descent tends to gradient flow with order 1 in lr.",
          "every experiment, smooth maps, plain gradient descent",
          "log2 of the ratio of the distances to the flow at lr/2 and lr/4, after the time of at most 1000 updates of "
          "lr"},
};

const Claim& claim_of(std::string_view id) {
    const auto* const found = std::ranges::find(kClaims, id, &Claim::id);
    if (found == kClaims.end()) throw Error("claim: " + std::string(id) + " is not in the table of claims");
    return *found;
}

bool holds(const Check& check, const Measurement& measurement) {
    if (!measurement.measured || measurement.broke_at) return false;
    const double above = *measurement.measured - check.predicted;
    switch (check.relation) {
        case Relation::near: return std::abs(above) <= measurement.tolerance;
        case Relation::at_most: return above <= measurement.tolerance;
        case Relation::at_least: return above >= -measurement.tolerance;
    }
    return false;
}

/// One slice of work, in rough floating-point operations.
constexpr double kSlice = 5e6;

}  // namespace

std::span<const Claim> claims() { return kClaims; }

std::string_view sign(Relation relation) {
    switch (relation) {
        case Relation::near: return "=";
        case Relation::at_most: return "<=";
        case Relation::at_least: return ">=";
    }
    return "";
}

struct ClaimCheck::State {
    explicit State(const Params& params) {
        const claim_checks::Subject subject = claim_checks::make_subject(params);
        plan_course(subject, checks);
        plan_limit(subject, checks);
        plan_entropy(subject, checks);
        plan_parts(subject, checks);
        plan_discretisation(subject, checks);
    }

    const FinishedRun* find(const Params& params) const {
        const auto found = std::ranges::find(finished, params, &FinishedRun::params);
        return found == finished.end() ? nullptr : &*found;
    }

    /// The first run of the next check that has not been done, or nullptr.
    const Params* next_run() const {
        for (const Params& run : checks[next].runs)
            if (find(run) == nullptr) return &run;
        return nullptr;
    }

    /// A slice of the run that `params` describe; keeps it once it has ended.
    void work_on(const Params& params) {
        if (!runner) runner = start_run(run_config(params));
        runner->advance(static_cast<std::int64_t>(std::max(1.0, kSlice / runner->work_per_step())));
        if (!runner->done()) return;
        finished.push_back({params, runner->config(), runner->snapshot({})});
        runner.reset();
    }

    /// Forgets the runs that no further check asks for.
    void forget() {
        std::erase_if(finished, [&](const FinishedRun& run) {
            return std::none_of(checks.begin() + static_cast<std::ptrdiff_t>(next), checks.end(),
                                [&](const Check& check) { return std::ranges::count(check.runs, run.params) > 0; });
        });
    }

    ClaimResult judge(const Check& check) const;

    std::vector<Check> checks;
    std::size_t next = 0;
    std::list<FinishedRun> finished;
    std::unique_ptr<ModelRunner> runner;  // of the run under way
};

ClaimResult ClaimCheck::State::judge(const Check& check) const {
    std::vector<const FinishedRun*> runs;
    const FinishedRun* cut_short = nullptr;
    for (const Params& run : check.runs) {
        runs.push_back(find(run));
        if (ended_early(runs.back()->last.status) && cut_short == nullptr) cut_short = runs.back();
    }
    Measurement measurement;
    if (cut_short != nullptr) {
        measurement.broke_at = claim_checks::early_end(cut_short->last);
        measurement.note = claim_checks::early_end_note(cut_short->last);
    }
    if (cut_short == nullptr || check.judges_ended_early) measurement = check.judge(runs);
    if (measurement.measured && !std::isfinite(*measurement.measured)) measurement.measured.reset();
    return {.claim = &claim_of(check.claim),
            .experiment = std::string(check.runs[0].experiment().id),
            .run = check.run_text.empty() ? claim_checks::describe(check.runs[0]) : check.run_text,
            .relation = check.relation,
            .predicted = check.predicted,
            .measured = measurement.measured,
            .tolerance = measurement.tolerance,
            .pass = holds(check, measurement),
            .broke_at = measurement.broke_at,
            .note = measurement.note};
}

ClaimCheck::ClaimCheck(const Params& params) : state_(std::make_unique<State>(params)) {}
ClaimCheck::~ClaimCheck() = default;
ClaimCheck::ClaimCheck(ClaimCheck&&) noexcept = default;
ClaimCheck& ClaimCheck::operator=(ClaimCheck&&) noexcept = default;

bool ClaimCheck::done() const { return state_->next == state_->checks.size(); }

std::optional<ClaimResult> ClaimCheck::advance() {
    if (done()) return std::nullopt;
    if (const Params* run = state_->next_run()) {
        state_->work_on(*run);
        if (state_->next_run() != nullptr) return std::nullopt;
    }
    ClaimResult result = state_->judge(state_->checks[state_->next++]);
    state_->forget();
    return result;
}

double ClaimCheck::progress() const {
    if (done()) return 1;
    const std::vector<Params>& runs = state_->checks[state_->next].runs;
    const auto ended = std::ranges::count_if(runs, [&](const Params& run) { return state_->find(run) != nullptr; });
    const double under_way = static_cast<double>(ended) + (state_->runner ? state_->runner->progress() : 0.0);
    return (static_cast<double>(state_->next) + under_way / static_cast<double>(runs.size())) /
           static_cast<double>(state_->checks.size());
}

}  // namespace polarize
