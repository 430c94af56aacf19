// Written by make_coefficients.py; change that.
#pragma once

#include "simd/isa_namespace.hpp"

// clang-format off
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// The numbers that exp, log and erfc are made of. Their sources are named in the script.
template <class T>
struct Coefficients;

template <>
struct Coefficients<float> {
    /// 1/ln 2.
    static constexpr float log2_e = 0x1.715476p+0F;
    /// The first 15 bits of ln 2, and the rest.
    static constexpr float ln2_high = 0x1.62e4p-1F;
    static constexpr float ln2_low = 0x1.7f7d1cp-20F;
    /// The coefficients of q in e^r = 1 + r + r² q(r), |r| ≤ ln(2)/2, lowest power first.
    static constexpr float exp_q[5] = {0x1p-1F, 0x1.5554dep-3F, 0x1.55551ap-5F, 0x1.120b62p-7F, 0x1.6d10fcp-10F};
    /// Below it e^x counts as 0: no subnormal numbers.
    static constexpr float exp_lowest = -0x1.58p+6F;
    /// Above it e^x is ∞.
    static constexpr float exp_highest = 0x1.62e42ep+6F;
    static constexpr float ln_10 = 0x1.26bb1cp+1F;
    static constexpr float sqrt_half = 0x1.6a09e6p-1F;
    /// 1/√(2π).
    static constexpr float normal_density_0 = 0x1.988454p-2F;
    /// K of erfc_p.
    static constexpr float erfc_centre = 0x1.4p+1F;
    /// (1+2z) e^(z²) erfc(z) for z ≥ 0, in powers of t = (z−K)/(z+K), lowest first.
    static constexpr float erfc_p[11] = {0x1.43cc7p+0F, -0x1.f52d2p-4F, -0x1.959aa8p-4F, 0x1.42db3p-3F, -0x1.a5c2b6p-4F, 0x1.0baf52p-5F, 0x1.edf72cp-11F, -0x1.11da4ep-8F, 0x1.eb58p-12F, 0x1.a8737ep-12F, -0x1.14e136p-14F};
};

template <>
struct Coefficients<double> {
    /// 1/ln 2.
    static constexpr double log2_e = 0x1.71547652b82fep+0;
    /// The first 32 bits of ln 2, and the rest.
    static constexpr double ln2_high = 0x1.62e42feep-1;
    static constexpr double ln2_low = 0x1.a39ef35793c76p-33;
    /// The coefficients of q in e^r = 1 + r + r² q(r), |r| ≤ ln(2)/2, lowest power first.
    static constexpr double exp_q[10] = {0x1.000000000000ap-1, 0x1.55555555554fap-3, 0x1.555555555087cp-5, 0x1.1111111127be5p-7, 0x1.6c16c1842a11dp-10, 0x1.a01a012a57b51p-13, 0x1.a0199a0c677acp-16, 0x1.71df2552390c2p-19, 0x1.28ad72cc30daap-22, 0x1.ad7f6f0799ee2p-26};
    /// Below it e^x counts as 0: no subnormal numbers.
    static constexpr double exp_lowest = -0x1.62p+9;
    /// Above it e^x is ∞.
    static constexpr double exp_highest = 0x1.62e42fefa39efp+9;
    static constexpr double ln_10 = 0x1.26bb1bbb55516p+1;
    static constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;
    /// 1/√(2π).
    static constexpr double normal_density_0 = 0x1.9884533d43651p-2;
    /// K of erfc_p.
    static constexpr double erfc_centre = 0x1.ep+1;
    /// (1+2z) e^(z²) erfc(z) for z ≥ 0, in powers of t = (z−K)/(z+K), lowest first.
    static constexpr double erfc_p[24] = {0x1.3ccda0b5d5dc2p+0, -0x1.1f367683f89a7p-3, 0x1.d5f2948162c71p-9, 0x1.510169d0967a4p-4, -0x1.bda9309a35e96p-4, 0x1.7a14188a9acccp-4, -0x1.e0d0fa6c0b08fp-5, 0x1.d0b0037d7a78p-6, -0x1.3f603c7fe160ap-7, 0x1.cc3a0e5382706p-10, 0x1.33fb5b3afc49cp-12, -0x1.303fa1f0fe3c5p-12, 0x1.b13e0004e32fdp-15, 0x1.778b249632847p-16, -0x1.7fcb80d70e5f5p-17, -0x1.054aae49b841dp-20, 0x1.d39689e28dd02p-20, -0x1.ed27991433b4p-25, -0x1.0ad6351245f76p-22, 0x1.91fbd79a724eap-26, 0x1.127b8eff8a588p-25, -0x1.05027628636e7p-28, -0x1.67e2fccd5ba0fp-29, 0x1.606c1d3baffdbp-32};
};

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
// clang-format on
