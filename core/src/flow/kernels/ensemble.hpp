#pragma once

#include <cstddef>
#include <cstdint>

#include "flow/ensemble_view.hpp"
#include "simd/elementary.hpp"
#include "simd/lanes.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// Many logistic value-softmax flows at once, one to a lane, each reduced to u = Vᵀ beta_star and a, which is exact:
//   alpha = softmax(a),  z = ⟨u, alpha⟩,  c = sigmoid(−z);  u += lr c ‖beta_star‖² alpha,  a += lr c J(a)ᵀ u.
// A lane never looks at its neighbours, so a flow has the same bits wherever it is computed.

/// The sums over the tokens of one group of flows that its softmax is made of.
template <class L>
struct SoftmaxSums {
    L shift;  ///< m of e^(a − m)
    L mass;   ///< S = Σ e^(a − m)
    L inner;  ///< ⟨u, e^(a − m)⟩
};

/// Takes e^(a − shift) of one group into `e`, and its sums. Tokens stand `stride` apart.
template <class L, bool shifted>
POLARIZE_INLINE SoftmaxSums<L> sum_exponentials(std::size_t k, std::size_t stride, const double* u, const double* a,
                                                const L& shift, double* e) {
    SoftmaxSums<L> sums{shift, L(0.0), L(0.0)};
    for (std::size_t place = 0; place < k * stride; place += stride) {
        L score = L::load(a + place);
        if constexpr (shifted) score = score - shift;
        const L exponential = bounded_exp(score);
        exponential.store(e + place);
        sums.mass = sums.mass + exponential;
        sums.inner = sums.inner + exponential * L::load(u + place);
    }
    return sums;
}

/// The sums anew where S came near the ends of the range of doubles: there the shift is the flow's largest score.
template <class L>
[[gnu::noinline]] SoftmaxSums<L> sum_shifted(std::size_t k, std::size_t stride, const double* u, const double* a,
                                             const L& is_far, double* e) {
    L largest(-__builtin_inf());
    for (std::size_t place = 0; place < k * stride; place += stride) largest = larger(largest, L::load(a + place));
    return sum_exponentials<L, true>(k, stride, u, a, select(L(0.0) < is_far, largest, L(0.0)), e);
}

// Within these bounds S neither overflows nor loses digits.
inline constexpr double kMinMass = 1e-130;
inline constexpr double kMaxMass = 1e130;

/// Whether sums from `least` to `most` need no shift.
template <class L>
POLARIZE_INLINE bool is_safe(const L& least, const L& most) {
    return !any(least < L(kMinMass)) && !any(L(kMaxMass) < most);
}

/// `sums` without a shift, or with one where that needs it: then no maximum has to be found at every update.
template <class L>
POLARIZE_INLINE SoftmaxSums<L> safe_sums(const SoftmaxSums<L>& sums, std::size_t k, std::size_t stride, const double* u,
                                         const double* a, double* e) {
    if (is_safe(sums.mass, sums.mass)) return sums;
    const L is_large = select(L(kMaxMass) < sums.mass, L(1.0), L(0.0));
    return sum_shifted(k, stride, u, a, select(sums.mass < L(kMinMass), L(1.0), is_large), e);
}

/// The softmax's sums of one group for any finite scores; e^(a − m) into `e`.
template <class L>
POLARIZE_INLINE SoftmaxSums<L> weigh(std::size_t k, std::size_t stride, const double* u, const double* a, double* e) {
    return safe_sums(sum_exponentials<L, false>(k, stride, u, a, L(0.0), e), k, stride, u, a, e);
}

/// A look at every flow, which stay as they are; alpha is left in the scratch.
template <class L>
void observe_ensemble(const EnsembleView& m, const EnsembleLook& look) {
    const std::size_t stride = m.groups * kLanes;
    for (std::size_t first = 0; first < stride; first += kLanes) {
        const SoftmaxSums<L> sums = weigh<L>(m.k, stride, m.u + first, m.a + first, m.alpha + first);
        const L inverse = L(1.0) / sums.mass;
        L largest(0.0), moment(0.0);
        for (std::size_t place = first; place < m.k * stride; place += stride) {
            const L alpha = L::load(m.alpha + place) * inverse;
            alpha.store(m.alpha + place);
            largest = larger(largest, alpha);
            moment = moment + alpha * (L::load(m.a + place) - sums.shift);
        }
        (sums.inner * inverse).store(look.margin + first);
        largest.store(look.max_alpha + first);
        sums.mass.store(look.mass + first);
        moment.store(look.moment + first);
    }
}

/// The rescaled flow (see rescaled_rate, also for why u is taken relative to its largest entry) of one group: u' and a'
/// into `rate` at the state y, u and a one behind the other.
template <class L>
POLARIZE_INLINE void rescaled_ensemble_rate(const EnsembleView& m, const double* y, double* rate) {
    const std::size_t half = m.k * kLanes;
    L level(-__builtin_inf());
    for (std::size_t place = 0; place < half; place += kLanes) level = larger(level, L::load(y + place));
    double* relative_u = rate;  // until the rate itself is written there
    for (std::size_t place = 0; place < half; place += kLanes) (L::load(y + place) - level).store(relative_u + place);

    const SoftmaxSums<L> sums = weigh<L>(m.k, kLanes, relative_u, y + half, m.alpha);
    const L mean = sums.inner / sums.mass;
    const L inverse = L(1.0) / sums.mass;
    const L V_factor = inverse * L::load(m.V_speed);
    const L a_factor = inverse * L::load(m.a_speed);
    for (std::size_t place = 0; place < half; place += kLanes) {
        const L e = L::load(m.alpha + place);
        ((a_factor * e) * (L::load(relative_u + place) - mean)).store(rate + half + place);
        (V_factor * e).store(rate + place);
    }
}

namespace detail {
/// Tries a step of h from the state y (`size` numbers to a flow): the end into s.trial, the error in units of the
/// tolerance is returned.
template <class L>
POLARIZE_INLINE L attempt_steps(const EnsembleView& m, const EnsembleSteps& s, std::size_t size, const double* y,
                                const L& h) {
    const std::size_t stride = size * kLanes;
    rescaled_ensemble_rate<L>(m, y, s.rates);
    const double* row = s.A;
    for (std::size_t stage = 1; stage <= s.stages; row += stage, ++stage) {
        for (std::size_t place = 0; place < stride; place += kLanes) {
            L slope(0.0);
            for (std::size_t j = 0; j < stage; ++j) slope = slope + L(row[j]) * L::load(s.rates + j * stride + place);
            (L::load(y + place) + h * slope).store(s.trial + place);
        }
        rescaled_ensemble_rate<L>(m, s.trial, s.rates + stage * stride);
    }
    L worst(0.0);
    for (std::size_t place = 0; place < stride; place += kLanes) {
        L slope(0.0);
        for (std::size_t j = 0; j <= s.stages; ++j) slope = slope + L(s.E[j]) * L::load(s.rates + j * stride + place);
        const L error = abs(h * slope) / (L(1.0) + abs(L::load(y + place)));
        worst = select(error < worst, worst, error);  // what is not a number stays
    }
    return worst / L::load(s.tolerance);
}

/// The next step over the one whose error was `error`: about error^(−1/5), by square roots alone (3/16).
template <class L>
POLARIZE_INLINE L step_growth(const L& error) {
    constexpr double kSafety = 0.9;
    constexpr double kMinGrowth = 0.2;
    constexpr double kMaxGrowth = 5;
    const L eighth = sqrt(sqrt(sqrt(larger(error, L(1e-10)))));
    const L factor = L(kSafety) / (eighth * sqrt(eighth));
    const L bounded = select(factor < L(kMaxGrowth), factor, L(kMaxGrowth));
    return select(error < L(1e10), larger(bounded, L(kMinGrowth)), L(kMinGrowth));
}
}  // namespace detail

/// Integrates the flows of one group, each to its `stop`, by at most `attempts` attempted steps; returns the attempts
/// made, fewer when a flow has arrived. A flow for which no step is small enough arrives with numbers that are not
/// finite.
template <class L>
std::int64_t integrate_ensemble(const EnsembleView& m, const EnsembleSteps& s, std::int64_t attempts) {
    constexpr double kTiny = 1e-14;
    const std::size_t size = 2 * m.k;
    for (std::int64_t attempt = 0; attempt < attempts; ++attempt) {
        const L tau = L::load(s.tau);
        const L step = L::load(s.step);
        const L rest = L::load(s.stop) - tau;
        const auto is_short = step < rest;
        const L h = select(is_short, step, rest);
        const L error = detail::attempt_steps<L>(m, s, size, m.u, h);

        const auto is_good = error < L(1.0);
        const auto is_tiny = h < L(kTiny) * (L(1.0) + tau);
        // 1: the step stands, −1: the flow is given up, 0: a shorter step is to be tried.
        const L verdict = select(is_good, L(1.0), select(is_tiny, L(-1.0), L(0.0)));
        const auto moves = L(0.0) < verdict * verdict;
        for (std::size_t place = 0; place < size * kLanes; place += kLanes) {
            const L end = select(verdict < L(0.0), L(__builtin_nan("")), L::load(s.trial + place));
            select(moves, end, L::load(m.u + place)).store(m.u + place);
        }
        const L arrival = select(verdict < L(0.0), L::load(s.stop), select(is_short, tau + h, L::load(s.stop)));
        select(moves, arrival, tau).store(s.tau);
        select(moves, L::load(s.accepted) + L(1.0), L::load(s.accepted)).store(s.accepted);
        const L next = h * detail::step_growth(error);
        // A step cut short by the stop says little about how long the next one may be.
        select(is_short, next, select(is_good, larger(step, next), next)).store(s.step);
        if (any(L(0.0) < select(moves, select(is_short, L(0.0), h), L(0.0)))) return attempt + 1;
    }
    return attempts;
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
