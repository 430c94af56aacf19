#include <polarize/resources.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include <polarize/text.hpp>

namespace polarize {

namespace {

/// "3.1 GB", "250 MB".
std::string bytes_text(double bytes) {
    constexpr double kGigabyte = 1e9;
    constexpr double kMegabyte = 1e6;
    constexpr double kMostTenths = 1e15;
    if (bytes < kGigabyte) return std::to_string(static_cast<std::int64_t>(bytes / kMegabyte)) + " MB";
    const auto tenths = static_cast<std::int64_t>(std::min(10 * bytes / kGigabyte, kMostTenths));
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

bool fits(const MemoryWith& memory_with, std::string_view field, double value, double limit) {
    try {
        return memory_with(field, value) <= limit;
    } catch (const Error&) {
        return false;
    }
}

/// The whole number nearest to `part.value` that fits, where its cheapest does.
double farthest_that_fits(const ResourcePart& part, double limit, const MemoryWith& memory_with) {
    double good = part.cheapest;
    double bad = part.value;
    while (std::abs(bad - good) > 1) {
        const double middle = std::floor(0.5 * (good + bad));
        if (middle == good || middle == bad) break;
        (fits(memory_with, part.field, middle, limit) ? good : bad) = middle;
    }
    return good;
}

}  // namespace

void ResourceEstimate::add(const Params& params, std::string_view field, double bytes) {
    add({.field = std::string(field),
         .value = params.real(field),
         .cheapest = params.experiment().find(field)->minimum,
         .bytes = bytes});
}

void ResourceEstimate::add(ResourcePart part) {
    memory += part.bytes;
    const auto same = std::ranges::find(parts, part.field, &ResourcePart::field);
    if (same != parts.end()) same->bytes += part.bytes;
    else parts.push_back(std::move(part));
}

void check_resources(const ResourceEstimate& estimate, double memory_limit, const MemoryWith& memory_with) {
    if (estimate.memory <= memory_limit || estimate.parts.empty()) return;
    std::vector<ResourcePart> parts = estimate.parts;
    std::ranges::sort(parts, std::ranges::greater{}, &ResourcePart::bytes);
    const std::string problem = "would take " + bytes_text(estimate.memory) + " of memory, and there are " +
                                bytes_text(memory_limit) + " to spare";
    for (const ResourcePart& part : parts) {
        if (!fits(memory_with, part.field, part.cheapest, memory_limit)) continue;
        const double most = farthest_that_fits(part, memory_limit, memory_with);
        throw refused(part.field, part.value, problem,
                      (most < part.value ? "up to " : "at least ") + number_text(most) + " here",
                      ErrorCode::not_enough);
    }
    throw refused(parts[0].field, parts[0].value, problem, "smaller sizes", ErrorCode::not_enough);
}

}  // namespace polarize
