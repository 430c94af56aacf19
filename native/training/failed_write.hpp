#pragma once

#include <new>
#include <optional>
#include <string>

#include <polarize/error.hpp>
#include "system/streams.hpp"

namespace polarize::native {

/// Why `write` failed, for a person, or nothing where it did not: so that one file that cannot be written does not keep
/// others from being written.
template <class Write>
std::optional<std::string> failed_write(const Write& write) {
    try {
        write();
    } catch (const Error& error) {
        return error.what();
    } catch (const WriteError& error) {
        return error.what();
    } catch (const std::bad_alloc&) {
        return "memory: there is not enough to write the training's state";
    }
    return std::nullopt;
}

}  // namespace polarize::native
