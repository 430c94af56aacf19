#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <polarize/ensemble.hpp>
#include <polarize/error.hpp>
#include "ensemble/bands.hpp"
#include "ensemble/flow_workers.hpp"
#include "ensemble/outcome.hpp"

namespace polarize {

/// A flow that has ended, and how.
struct FinishedFlow {
    std::uint64_t flow = 0;
    FlowOutcome outcome = {};
};

/// What a share found, as it comes out of words().
struct ShareResult {
    std::vector<FinishedFlow> flows;
    TrajectoryCounts trajectories;
};

/// A share of `all`, whose `finished` is not called. Throws Error where `range` is no part of them.
std::unique_ptr<FlowShare> make_share(ManyFlows all, FlowRange range);

/// Reads what FlowShare::words wrote. Throws Error for flows outside of `range` or that are there twice, and where the
/// words end too early.
ShareResult read_share(std::span<const std::uint32_t> words, FlowRange range);

/// The refusal of flow number `flow` of a share.
Error refused_flow(std::uint64_t flow, std::string_view problem, std::string_view allowed = "");

}  // namespace polarize
