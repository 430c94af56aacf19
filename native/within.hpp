#pragma once

#include <string_view>

#include <polarize/error.hpp>

namespace polarize::native {

/// The result of `action`, with `field` before what it complains about: an option or a file's name.
template <class Action>
auto within(std::string_view field, const Action& action) {
    try {
        return action();
    } catch (const Error& error) {
        throw error.within(field);
    }
}

}  // namespace polarize::native
