#pragma once

// The public surface in one line: choose an experiment, check its parameters, run it, look at it; many runs at once,
// and what theory claims of them.

#include "experiments/catalogue.hpp"            // IWYU pragma: export
#include "experiments/claims.hpp"               // IWYU pragma: export
#include "experiments/ensemble.hpp"             // IWYU pragma: export
#include "experiments/ensemble_bands.hpp"       // IWYU pragma: export
#include "experiments/ensemble_outcome.hpp"     // IWYU pragma: export
#include "experiments/ensemble_workers.hpp"     // IWYU pragma: export
#include "experiments/flow_share.hpp"           // IWYU pragma: export
#include "experiments/params.hpp"               // IWYU pragma: export
#include "experiments/phase_map.hpp"            // IWYU pragma: export
#include "experiments/phase_map_axis.hpp"       // IWYU pragma: export
#include "experiments/runner.hpp"               // IWYU pragma: export
#include "experiments/snapshot.hpp"             // IWYU pragma: export
#include "experiments/snapshot_codec.hpp"       // IWYU pragma: export
#include "experiments/training_catalogue.hpp"   // IWYU pragma: export
#include "experiments/training_evaluation.hpp"  // IWYU pragma: export
#include "experiments/training_runner.hpp"      // IWYU pragma: export
#include "experiments/training_settings.hpp"    // IWYU pragma: export
#include "experiments/training_state.hpp"       // IWYU pragma: export
#include "flow/names.hpp"                       // IWYU pragma: export
#include "nn/adamw.hpp"                         // IWYU pragma: export
#include "nn/evaluation.hpp"                    // IWYU pragma: export
#include "nn/interruption.hpp"                  // IWYU pragma: export
#include "nn/model_config.hpp"                  // IWYU pragma: export
#include "nn/parameter_layout.hpp"              // IWYU pragma: export
#include "nn/token_batch.hpp"                   // IWYU pragma: export
#include "nn/transformer.hpp"                   // IWYU pragma: export
#include "numeric/array.hpp"                    // IWYU pragma: export
#include "numeric/error.hpp"                    // IWYU pragma: export
#include "numeric/isa.hpp"                      // IWYU pragma: export
#include "numeric/quantile_sketch.hpp"          // IWYU pragma: export
#include "numeric/words.hpp"                    // IWYU pragma: export
#include "tasks/batches.hpp"                    // IWYU pragma: export
#include "tasks/random_stream.hpp"              // IWYU pragma: export
#include "tasks/task.hpp"                       // IWYU pragma: export
#include "version.hpp"                          // IWYU pragma: export
