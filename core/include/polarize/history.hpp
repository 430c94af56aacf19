#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polarize {

/// The recorded course of one quantity: `width` numbers per recorded step.
struct Series {
    std::string name;
    std::size_t width = 1;
    std::vector<double> values;  ///< samples × width, sample by sample

    bool operator==(const Series&) const = default;
};

/// What a run recorded: the steps of its samples, and one number or row of numbers per sample of every quantity. All
/// series hold the same number of samples.
struct History {
    std::vector<std::int64_t> steps;
    std::vector<Series> series;

    /// The series called `wanted`, or nullptr.
    const Series* find(std::string_view wanted) const;
    std::size_t samples() const { return steps.size(); }

    bool operator==(const History&) const = default;
};

}  // namespace polarize
