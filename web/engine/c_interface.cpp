// The part of the C interface that every module of the core has: errors, version and set-ups of parameters. Strings are
// NUL-terminated UTF-8, owned by the module where it returns them and valid until the next call. A call that fails
// returns a null pointer, -1 or a non-zero status, and polarize_error() then holds the core's one-line message. Counts
// travel as doubles, exact to 2^53.

#include "c_interface.hpp"

#include <emscripten/emscripten.h>

#include <utility>

#include <polarize/isa.hpp>
#include <polarize/version.hpp>

namespace polarize::web {
namespace {

std::string last_error;
std::string last_text;

}  // namespace

void keep_error(std::string message) noexcept { last_error = std::move(message); }

const char* kept(std::string text) {
    last_text = std::move(text);
    return last_text.c_str();
}

}  // namespace polarize::web

using namespace polarize::web;

extern "C" {

/// The message of the last call that failed.
EMSCRIPTEN_KEEPALIVE const char* polarize_error() { return last_error.c_str(); }

EMSCRIPTEN_KEEPALIVE const char* polarize_version() { return kept(std::string(polarize::version())); }

/// The instruction set the kernels run on.
EMSCRIPTEN_KEEPALIVE const char* polarize_isa() { return kept(std::string(polarize::name(polarize::active_isa()))); }

/// A set-up with the defaults of the experiment called `id`; null where there is none.
EMSCRIPTEN_KEEPALIVE Setup* polarize_setup(const char* id) {
    return guarded<Setup*>(nullptr, [&] { return new Setup{polarize::Params(experiment_called(id)), {}}; });
}

EMSCRIPTEN_KEEPALIVE void polarize_setup_free(Setup* setup) { delete setup; }

/// Sets a parameter from text. Returns 0, or 1 when it is refused.
EMSCRIPTEN_KEEPALIVE int polarize_setup_set(Setup* setup, const char* name, const char* text) {
    return guarded(1, [&] {
        setup->params.set(name, text);
        return 0;
    });
}

}  // extern "C"
