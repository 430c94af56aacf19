#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <string>
#include <string_view>

#include <polarize/array.hpp>
#include <polarize/error.hpp>
#include <polarize/params.hpp>
#include <polarize/text.hpp>

namespace polarize::web {

/// What a run is going to start from, filled call by call.
struct Setup {
    Params params;
    Arrays initial;
};

/// The experiment called `id` among those that this module runs; each module defines it. Throws Error where there is
/// none.
const Experiment& experiment_called(std::string_view id);

/// Keeps the message that polarize_error() returns.
void keep_error(std::string message) noexcept;

/// Keeps `text` until the next call, for JavaScript to read.
const char* kept(std::string text);

/// The count called `name` that JavaScript gave as a double. One beyond what both can count, infinity among them, is
/// the largest that they can. Throws Error where `value` is not an integer from 0.
template <class Integer>
Integer count_of(std::string_view name, double value) {
    constexpr auto kLargest =
        static_cast<Integer>(std::min<std::uint64_t>(std::numeric_limits<Integer>::max(), std::uint64_t{1} << 53));
    if (!(value >= 0 && std::trunc(value) == value))
        throw Error(std::string(name) + ": " + number_text(value) + " is not a count; allowed: integers from 0");
    return value < static_cast<double>(kLargest) ? static_cast<Integer>(value) : kLargest;
}

/// The result of `action`, or `failure` with the message kept when it throws.
template <class Result, class Action>
Result guarded(Result failure, const Action& action) noexcept {
    try {
        return action();
    } catch (const std::bad_alloc&) {
        keep_error("out of memory");
    } catch (const std::exception& error) {
        keep_error(error.what());
    }
    return failure;
}

}  // namespace polarize::web
