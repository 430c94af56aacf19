#include "figures/colormap.hpp"

#include <algorithm>
#include <cmath>

namespace polarize::native {
namespace {

/// The helix in Oklab: lightness, chroma, and hue in degrees. Its chroma is the largest that sRGB can show all along.
constexpr double first_lightness = 0.28;
constexpr double last_lightness = 0.93;
constexpr double chroma = 0.1;
constexpr double first_hue = 310;
constexpr double last_hue = 105;

double cube(double x) { return x * x * x; }

/// A linear light intensity as sRGB encodes it.
double encoded(double intensity) {
    const double x = std::clamp(intensity, 0.0, 1.0);
    return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
}

/// From Oklab to sRGB; the numbers are those of the space's definition (Ottosson, 2020).
Colour from_oklab(double lightness, double a, double b) {
    const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
    const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
    const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
    return {.red = encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            .green = encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            .blue = encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace

Colour colour_at(double share) {
    constexpr double degree = 3.14159265358979323846 / 180;
    const double x = std::clamp(share, 0.0, 1.0);
    const double hue = degree * (first_hue + x * (last_hue - first_hue));
    return from_oklab(first_lightness + x * (last_lightness - first_lightness), chroma * std::cos(hue),
                      chroma * std::sin(hue));
}

}  // namespace polarize::native
