#pragma once

#include <string>
#include <vector>

namespace polarize::native {

/// A linear or logarithmic scale between two values, the lower first; positive ones where it is logarithmic.
struct Scale {
    double low = 0;
    double high = 1;
    bool logarithmic = false;

    /// Where `value` lies: 0 at low, 1 at high; 0.5 where these are equal.
    double share(double value) const;
};

/// A mark on a scale.
struct Tick {
    double value = 0;
    std::string label;
};

/// Round values within `scale`, about `wanted` of them and at most twice as many; at least one.
std::vector<Tick> ticks_of(const Scale& scale, int wanted);

}  // namespace polarize::native
