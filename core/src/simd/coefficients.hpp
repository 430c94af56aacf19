#pragma once

#include "simd/isa_namespace.hpp"

// clang-format off
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

template <class T>
struct Coefficients;

template <>
struct Coefficients<float> {
    static constexpr float log2_e = 0x1.715476p+0F;
    static constexpr float ln2_high = 0x1.62e4p-1F;
    static constexpr float ln2_low = 0x1.7f7d1cp-20F;
    static constexpr float exp_q[5] = {0.5F, 0.1666657702559799F, 0.041666554662050534F, 0.008363173074513711F,
                                       0.001392617611993558F};
    static constexpr float exp_lowest = -86.0F;
    static constexpr float exp_highest = 0x1.62e42ep+6F;
    static constexpr float sqrt_half = static_cast<float>(0.70710678118654752440);
    static constexpr float normal_density_0 = static_cast<float>(0.39894228040143267794);
    static constexpr float erfc_centre = 2.5F;
    static constexpr float erfc_p[11] = {1.2648381843668615F,    -0.1223574913640077F,   -0.0990244475987002F,
                                    0.15764463080147162F,   -0.10296889438204207F,  0.032676372644295106F,
                                    0.0009421644424298378F, -0.004178661442332511F, 0.0004685819146055869F,
                                    0.0004047881423602062F, -6.601327423592082e-05F};
};

template <>
struct Coefficients<double> {
    static constexpr double log2_e = 0x1.71547652b82fep0;
    static constexpr double ln2_high = 0x1.62e42feep-1;
    static constexpr double ln2_low = 0x1.a39ef35793c76p-33;
    static constexpr double exp_q[10] = {0x1.000000000000ap-1,  0x1.55555555554fap-3,  0x1.555555555087cp-5,
                                     0x1.1111111127be5p-7,  0x1.6c16c1842a11dp-10, 0x1.a01a012a57b51p-13,
                                     0x1.a0199a0c677acp-16, 0x1.71df2552390c2p-19, 0x1.28ad72cc30daap-22,
                                     0x1.ad7f6f0799ee2p-26};
    static constexpr double exp_lowest = -708.0;
    static constexpr double exp_highest = 709.782712893384;
    static constexpr double sqrt_half = 0.70710678118654752440;
    static constexpr double normal_density_0 = 0.39894228040143267794;
    static constexpr double ln_10 = 2.302585092994046;
    static constexpr double erfc_centre = 3.75;
    static constexpr double erfc_p[24] = {
        1.2375126308378275,     -0.14024059858554702,   0.003585415485479575,    0.08227673849014977,
        -0.10880393014246645,   0.09230432116025894,    -0.05869339857631061,    0.028362277420377335,
        -0.00974657968596217,   0.001755625843431864,   0.000293714390578856,    -0.00029015404203352704,
        5.164649341002877e-05,  2.2384138525656757e-05, -1.1437980374495534e-05, -9.733875167494142e-07,
        1.7419011945194367e-06, -5.741076073013916e-08, -2.4851108650210706e-07, 2.3398534313040898e-08,
        3.195398612057818e-08,  -3.798189797736207e-09, -2.618520156503145e-09,  3.2052623379289157e-10};
};

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
// clang-format on
