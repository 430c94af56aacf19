#pragma once

// The public surface in one line: choose an experiment, check its parameters, run it, look at it; many runs at once,
// and what theory claims of them.

#include <polarize/array.hpp>               // IWYU pragma: export
#include <polarize/attention_metrics.hpp>   // IWYU pragma: export
#include <polarize/attention_model.hpp>     // IWYU pragma: export
#include <polarize/catalogue.hpp>           // IWYU pragma: export
#include <polarize/claims.hpp>              // IWYU pragma: export
#include <polarize/ensemble.hpp>            // IWYU pragma: export
#include <polarize/error.hpp>               // IWYU pragma: export
#include <polarize/history.hpp>             // IWYU pragma: export
#include <polarize/isa.hpp>                 // IWYU pragma: export
#include <polarize/names.hpp>               // IWYU pragma: export
#include <polarize/params.hpp>              // IWYU pragma: export
#include <polarize/phase_map.hpp>           // IWYU pragma: export
#include <polarize/resources.hpp>           // IWYU pragma: export
#include <polarize/run.hpp>                 // IWYU pragma: export
#include <polarize/run_facts.hpp>           // IWYU pragma: export
#include <polarize/snapshot.hpp>            // IWYU pragma: export
#include <polarize/snapshot_codec.hpp>      // IWYU pragma: export
#include <polarize/training.hpp>            // IWYU pragma: export
#include <polarize/training_resources.hpp>  // IWYU pragma: export
#include <polarize/training_snapshot.hpp>   // IWYU pragma: export
#include <polarize/version.hpp>             // IWYU pragma: export
