#pragma once

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "experiments/params.hpp"
#include "numeric/array.hpp"

namespace polarize::web {

/// What a run is going to start from, filled call by call.
struct Setup {
    Params params;
    Arrays initial;
};

/// The experiment called `id` among those that this module runs; each module defines it. Throws Error where there is
/// none.
const Experiment& experiment_called(std::string_view id);

/// Keeps the message that polarize_error() tells.
void keep_error(std::string message) noexcept;

/// Keeps `text` until the next call, for JavaScript to read.
const char* kept(std::string text);

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
