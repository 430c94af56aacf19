#pragma once

namespace polarize::native {

/// Red, green and blue as sRGB, 0 to 1.
struct Colour {
    double red = 0;
    double green = 0;
    double blue = 0;
};

/// The colour for `share` (0 to 1) of a scale from dark violet over blue and green to light yellow. Equal steps of the
/// share look equally large: in the space Oklab the colours are a helix of constant speed, whose lightness rises
/// evenly, so the scale also reads in grey.
Colour colour_at(double share);

}  // namespace polarize::native
