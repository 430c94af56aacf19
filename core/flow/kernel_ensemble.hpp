#pragma once

#include <cstddef>
#include <cstdint>

#include "flow/ensemble_view.hpp"
#include "numeric/elementary.hpp"
#include "numeric/lanes.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// Many logistic value-softmax flows at once, one to a lane, each reduced to u = Vᵀ beta_star and a, which is exact:
//   alpha = softmax(a),  z = ⟨u, alpha⟩,  c = sigmoid(−z);  u += lr c ‖beta_star‖² alpha,  a += lr c J(a)ᵀ u.
// A lane never looks at its neighbours, so a flow has the same bits wherever it is computed.

/// Takes e^(a − shift) into `e`, its sum S into `mass` and ⟨u, e⟩ into `inner`, for Count groups of flows.
template <class L, std::size_t Count, bool shifted>
POLARIZE_INLINE void sum_exponentials(std::size_t k, const double* u, const double* a, const L* shift, double* e,
                                      L* mass, L* inner) {
    for (std::size_t g = 0; g < Count; ++g) mass[g] = inner[g] = L(0.0);
    for (std::size_t j = 0; j < k; ++j) {
        for (std::size_t g = 0; g < Count; ++g) {
            const std::size_t place = (j * Count + g) * kLanes;
            L score = L::load(a + place);
            if constexpr (shifted) score = score - shift[g];
            const L exponential = bounded_exp(score);
            exponential.store(e + place);
            mass[g] = mass[g] + exponential;
            inner[g] = inner[g] + exponential * L::load(u + place);
        }
    }
}

/// The softmax's sums as above, for any finite scores. The shift is 0 while S stays far from the ends of the range of
/// doubles, else the flow's largest score: then no maximum has to be found at every update.
template <class L, std::size_t Count>
POLARIZE_INLINE void weigh(std::size_t k, const double* u, const double* a, L* shift, double* e, L* mass, L* inner) {
    constexpr double kLeast = 1e-130;
    constexpr double kMost = 1e130;
    sum_exponentials<L, Count, false>(k, u, a, shift, e, mass, inner);
    bool is_far = false;
    for (std::size_t g = 0; g < Count; ++g) is_far |= any(mass[g] < L(kLeast)) || any(L(kMost) < mass[g]);
    for (std::size_t g = 0; g < Count; ++g) shift[g] = L(0.0);
    if (!is_far) return;
    for (std::size_t g = 0; g < Count; ++g) {
        L largest(-__builtin_inf());
        for (std::size_t j = 0; j < k; ++j) largest = max(largest, L::load(a + (j * Count + g) * kLanes));
        shift[g] = select(mass[g] < L(kLeast), largest, select(L(kMost) < mass[g], largest, L(0.0)));
    }
    sum_exponentials<L, Count, true>(k, u, a, shift, e, mass, inner);
}

namespace detail {
template <class L, std::size_t Count>
void descend_groups(const EnsembleView& m, std::int64_t steps) {
    for (std::int64_t step = 0; step < steps; ++step) {
        L shift[Count], mass[Count], inner[Count], z[Count], V_factor[Count], a_factor[Count];
        weigh<L, Count>(m.k, m.u, m.a, shift, m.alpha, mass, inner);
        for (std::size_t g = 0; g < Count; ++g) {
            z[g] = inner[g] / mass[g];
            const L slope = L(1.0) / ((L(1.0) + bounded_exp(z[g])) * mass[g]);  // c/S
            V_factor[g] = slope * L::load(m.V_speed + g * kLanes);
            a_factor[g] = slope * L::load(m.a_speed + g * kLanes);
        }
        for (std::size_t j = 0; j < m.k; ++j) {
            for (std::size_t g = 0; g < Count; ++g) {
                const std::size_t place = (j * Count + g) * kLanes;
                const L e = L::load(m.alpha + place);
                const L u = L::load(m.u + place);
                (L::load(m.a + place) + (a_factor[g] * e) * (u - z[g])).store(m.a + place);
                (u + V_factor[g] * e).store(m.u + place);
            }
        }
    }
}

template <class L, std::size_t Count>
void observe_groups(const EnsembleView& m, const EnsembleLook& look) {
    L shift[Count], mass[Count], inner[Count];
    weigh<L, Count>(m.k, m.u, m.a, shift, m.alpha, mass, inner);
    for (std::size_t g = 0; g < Count; ++g) {
        const L inverse = L(1.0) / mass[g];
        L largest(0.0), moment(0.0);
        for (std::size_t j = 0; j < m.k; ++j) {
            const std::size_t place = (j * Count + g) * kLanes;
            const L alpha = L::load(m.alpha + place) * inverse;
            alpha.store(m.alpha + place);
            largest = max(largest, alpha);
            moment = moment + alpha * (L::load(m.a + place) - shift[g]);
        }
        (inner[g] * inverse).store(look.margin + g * kLanes);
        largest.store(look.max_alpha + g * kLanes);
        mass[g].store(look.mass + g * kLanes);
        moment.store(look.moment + g * kLanes);
    }
}
}  // namespace detail

/// `steps` updates of gradient descent of every flow.
template <class L>
void descend_ensemble(const EnsembleView& m, std::int64_t steps) {
    if (m.groups == 4) detail::descend_groups<L, 4>(m, steps);
    else detail::descend_groups<L, 1>(m, steps);
}

/// A look at every flow, which stay as they are; alpha is left in the scratch.
template <class L>
void observe_ensemble(const EnsembleView& m, const EnsembleLook& look) {
    if (m.groups == 4) detail::observe_groups<L, 4>(m, look);
    else detail::observe_groups<L, 1>(m, look);
}

/// The rescaled flow (see rescaled_rate, also for why u is taken relative to its largest entry) of one group: u' and a'
/// into `rate` at the state y, u and a one behind the other.
template <class L>
POLARIZE_INLINE void rescaled_ensemble_rate(const EnsembleView& m, const double* y, double* rate) {
    const std::size_t half = m.k * kLanes;
    L level(-__builtin_inf());
    for (std::size_t place = 0; place < half; place += kLanes) level = max(level, L::load(y + place));
    double* relative_u = rate;  // until the rate itself is written there
    for (std::size_t place = 0; place < half; place += kLanes) (L::load(y + place) - level).store(relative_u + place);

    L shift, mass, inner;
    weigh<L, 1>(m.k, relative_u, y + half, &shift, m.alpha, &mass, &inner);
    const L mean = inner / mass;
    const L inverse = L(1.0) / mass;
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
    constexpr double kShrinkMost = 0.2;
    constexpr double kGrowMost = 5;
    const L eighth = sqrt(sqrt(sqrt(max(error, L(1e-10)))));
    const L factor = L(kSafety) / (eighth * sqrt(eighth));
    const L bounded = select(factor < L(kGrowMost), factor, L(kGrowMost));
    return select(error < L(1e10), max(bounded, L(kShrinkMost)), L(kShrinkMost));
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
        select(is_short, next, select(is_good, max(step, next), next)).store(s.step);
        if (any(L(0.0) < select(moves, select(is_short, L(0.0), h), L(0.0)))) return attempt + 1;
    }
    return attempts;
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
