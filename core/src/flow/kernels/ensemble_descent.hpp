#pragma once

#include <cstddef>
#include <cstdint>

#include "flow/ensemble_view.hpp"
#include "flow/kernels/ensemble.hpp"
#include "simd/elementary.hpp"
#include "simd/lanes.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// Gradient descent of a block of flows (see ensemble.hpp for the formulas). Nearly all of its time goes into
// exponentials, each a chain of some thirty operations that wait for each other. An update is therefore cut into passes
// over the whole block with a short chain to each register of lanes, and what a pass hands to the next stands in
// memory: a processor, which looks some hundred operations ahead, then finds registers enough to work at. That counts
// most in WebAssembly, whose engines keep to the order of the operations as written. Within a pass one register follows
// the other, each loaded where it is needed, so that few are in use at a time.

namespace detail {

/// What the passes of an update hand on, a number for each flow.
struct DescentRows {
    static constexpr std::size_t kMaxLanes = EnsembleView::kDescentGroups * kLanes;

    alignas(64) double mass[kMaxLanes];   ///< S = Σ e^(a − m)
    alignas(64) double inner[kMaxLanes];  ///< ⟨u, e^(a − m)⟩
    alignas(64) double z[kMaxLanes];
    alignas(64) double V_factor[kMaxLanes];    ///< lr c ‖beta_star‖²/S
    alignas(64) double a_factor[kMaxLanes];    ///< lr c/S
    alignas(64) double first_rise[kMaxLanes];  ///< of the score of token 0, were it not held at 0

    template <class L>
    POLARIZE_INLINE void set_sums(std::size_t group, const SoftmaxSums<L>& sums) {
        sums.mass.store(mass + group);
        sums.inner.store(inner + group);
    }
};

/// The first half of e^x, x bounded: r and the power of two go into memory.
template <class R>
POLARIZE_INLINE void begin_exp(const R& x, const ExpCoefficients<R>& c, double* r, double* exponent) {
    const SplitExponent<R> split = split_bounded_exponent(x, c);
    split.r.store_aligned(r);
    split.t.store_aligned(exponent);
}

/// The second half: e^x of what begin_exp left.
template <class R>
POLARIZE_INLINE R finish_exp(const double* r, const double* exponent, const ExpCoefficients<R>& c) {
    return times_power_of_two(exp_of_remainder(R::load_aligned(r), c), R::load_aligned(exponent));
}

/// z = ⟨u, alpha⟩ from the sums, and the first half of e^z.
template <class R>
POLARIZE_INLINE void take_margins(const EnsembleView& m, std::size_t group, const ExpCoefficients<R>& c,
                                  DescentRows& rows) {
    const double* const inner = rows.inner + group;
    const double* const mass = rows.mass + group;
    double* const z = rows.z + group;
    double* const r = rows.a_factor + group;  // until the factor itself is written there
    double* const exponent = m.exponent + group;
    for (std::size_t i = 0; i < kLanes; i += R::size) {
        const R margin = R::load_aligned(inner + i) / R::load_aligned(mass + i);
        margin.store_aligned(z + i);
        begin_exp(margin, c, r + i, exponent + i);
    }
}

/// The factors of the update from the second half of e^z, and the update of token 0: its score stays 0, its exponential
/// is 1 without being computed.
template <class R>
POLARIZE_INLINE void move_first_token(const EnsembleView& m, std::size_t group, const ExpCoefficients<R>& c,
                                      DescentRows& rows) {
    const double* const mass = rows.mass + group;
    const double* const z = rows.z + group;
    const double* const exponent = m.exponent + group;
    const double* const V_speed = m.V_speed + group;
    const double* const a_speed = m.a_speed + group;
    double* const V_factor = rows.V_factor + group;
    double* const a_factor = rows.a_factor + group;
    double* const first_rise = rows.first_rise + group;
    double* const u = m.u + group;
    double* const e = m.alpha + group;
    for (std::size_t i = 0; i < kLanes; i += R::size) {
        const R exp_z = finish_exp(a_factor + i, exponent + i, c);
        const R slope = c.one / ((c.one + exp_z) * R::load_aligned(mass + i));  // c/S
        const R by_V = slope * R::load_aligned(V_speed + i);
        const R by_a = slope * R::load_aligned(a_speed + i);
        const R old_e = R::load_aligned(e + i);
        const R old_u = R::load_aligned(u + i);
        by_V.store_aligned(V_factor + i);
        by_a.store_aligned(a_factor + i);
        ((by_a * old_e) * (old_u - R::load_aligned(z + i))).store_aligned(first_rise + i);
        (old_u + by_V * old_e).store_aligned(u + i);
        c.one.store_aligned(e + i);
    }
}

/// The update of the token whose numbers stand at `place`, and the first half of the exponentials of its new scores.
template <class R>
POLARIZE_INLINE void move_token(const EnsembleView& m, std::size_t group, std::size_t place,
                                const ExpCoefficients<R>& c, const DescentRows& rows) {
    const double* const V_factor = rows.V_factor + group;
    const double* const a_factor = rows.a_factor + group;
    const double* const z = rows.z + group;
    const double* const first_rise = rows.first_rise + group;
    double* const u = m.u + place;
    double* const a = m.a + place;
    double* const e = m.alpha + place;
    double* const exponent = m.exponent + place;
    for (std::size_t i = 0; i < kLanes; i += R::size) {
        const R old_e = R::load_aligned(e + i);
        const R old_u = R::load_aligned(u + i);
        const R rise = (R::load_aligned(a_factor + i) * old_e) * (old_u - R::load_aligned(z + i));
        const R new_a = R::load_aligned(a + i) + (rise - R::load_aligned(first_rise + i));
        new_a.store_aligned(a + i);
        (old_u + R::load_aligned(V_factor + i) * old_e).store_aligned(u + i);
        begin_exp(new_a, c, e + i, exponent + i);
    }
}

/// The second half of the exponentials of all tokens but the first, `count` numbers.
template <class R>
POLARIZE_INLINE void finish_exponentials(double* e, const double* exponent, std::size_t count,
                                         const ExpCoefficients<R>& c) {
    for (const double* const end = e + count; e != end; e += kLanes, exponent += kLanes)
        for (std::size_t i = 0; i < kLanes; i += R::size) finish_exp(e + i, exponent + i, c).store_aligned(e + i);
}

/// The sums of all groups.
template <class L>
POLARIZE_INLINE void take_sums(const EnsembleView& m, std::size_t lanes, DescentRows& rows) {
    L least(1.0), most(1.0);
    for (std::size_t group = 0; group < lanes; group += kLanes) {
        SoftmaxSums<L> sums{L(0.0), L(1.0), L::load(m.u + group)};
        for (std::size_t place = group + lanes; place < m.k * lanes; place += lanes) {
            const L e = L::load(m.alpha + place);
            sums.mass = sums.mass + e;
            sums.inner = sums.inner + e * L::load(m.u + place);
        }
        rows.set_sums(group, sums);
        least = smaller(least, sums.mass);
        most = larger(most, sums.mass);
    }
    if (is_safe(least, most)) return;
    for (std::size_t group = 0; group < lanes; group += kLanes) {
        const SoftmaxSums<L> sums{L(0.0), L::load(rows.mass + group), L::load(rows.inner + group)};
        rows.set_sums(group, safe_sums(sums, m.k, lanes, m.u + group, m.a + group, m.alpha + group));
    }
}

/// One update. Between updates m.alpha holds the exponentials of the scores and `rows` their sums.
template <class L, class R>
POLARIZE_INLINE void update_ensemble(const EnsembleView& m, std::size_t lanes, const ExpCoefficients<R>& c,
                                     DescentRows& rows) {
    for (std::size_t group = 0; group < lanes; group += kLanes) take_margins(m, group, c, rows);
    for (std::size_t group = 0; group < lanes; group += kLanes) move_first_token(m, group, c, rows);
    for (std::size_t token = lanes; token < m.k * lanes; token += lanes)
        for (std::size_t group = 0; group < lanes; group += kLanes) move_token(m, group, token + group, c, rows);
    finish_exponentials(m.alpha + lanes, m.exponent + lanes, (m.k - 1) * lanes, c);
    take_sums<L>(m, lanes, rows);
}

}  // namespace detail

/// `steps` updates of gradient descent of every flow; the scores of token 0 are 0, the others relative to it.
template <class L>
void descend_ensemble(const EnsembleView& view, std::int64_t steps) {
    const EnsembleView m = view;  // a copy, which no store to a state can change
    const std::size_t lanes = m.groups * kLanes;
    detail::DescentRows rows;
    for (std::size_t group = 0; group < lanes; group += kLanes)
        rows.set_sums(group, weigh<L>(m.k, lanes, m.u + group, m.a + group, m.alpha + group));
    const auto constants = ExpCoefficients<typename L::Register>::from_memory();
    for (std::int64_t step = 0; step < steps; ++step) detail::update_ensemble<L>(m, lanes, constants, rows);
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
