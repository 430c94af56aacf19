#pragma once

// The public surface in one line: choose an experiment, check its parameters, run it, look at it.

#include "experiments/catalogue.hpp"       // IWYU pragma: export
#include "experiments/params.hpp"          // IWYU pragma: export
#include "experiments/runner.hpp"          // IWYU pragma: export
#include "experiments/snapshot.hpp"        // IWYU pragma: export
#include "experiments/snapshot_codec.hpp"  // IWYU pragma: export
#include "numeric/array.hpp"               // IWYU pragma: export
#include "numeric/error.hpp"               // IWYU pragma: export
#include "numeric/isa.hpp"                 // IWYU pragma: export
#include "version.hpp"                     // IWYU pragma: export
