#include "commands/verify.hpp"

#include <algorithm>
#include <chrono>

#include <polarize/claims.hpp>
#include <polarize/resources.hpp>
#include "commands/conditions.hpp"
#include "commands/shared.hpp"
#include "exit_code.hpp"
#include "formats/claims_json.hpp"
#include "formats/claims_table.hpp"
#include "system/interrupt.hpp"
#include "system/machine.hpp"
#include "system/progress.hpp"
#include "system/streams.hpp"

namespace polarize::native {
namespace {

/// The checks asked for, one for each experiment.
std::vector<ClaimCheck> requested_checks(const VerifyRequest& request) {
    std::vector<ClaimCheck> checks;
    const auto add = [&](const Experiment& experiment) {
        Params params(experiment);
        for (const auto& [name, text] : request.values) params.set(name, text);
        // Claims choose the dynamics of their runs: what applies to one of them always applies.
        for (const auto& [name, text] : request.values) check_effect(params, name, text, "dynamics");
        check_claims_resources(params, memory_to_spare());
        checks.emplace_back(params);
    };
    if (request.id) add(flow_called(*request.id, "verify"));
    else std::ranges::for_each(catalogue(), add);
    return checks;
}

/// The results of `checks`, all of them or those that were out when a signal asked to stop.
std::vector<ClaimResult> results_of(std::vector<ClaimCheck>& checks) {
    std::vector<ClaimResult> results;
    Progress progress("verify");
    for (std::size_t i = 0; i < checks.size(); ++i) {
        while (!checks[i].done() && !stop_requested()) {
            if (std::optional<ClaimResult> result = checks[i].advance()) results.push_back(std::move(*result));
            const double done = static_cast<double>(i) + checks[i].progress();
            progress.update(static_cast<std::int64_t>(results.size()), done / static_cast<double>(checks.size()));
        }
    }
    return results;
}

}  // namespace

int verify_claims(const VerifyRequest& request) {
    name_work("verify");
    const bool as_json = is_json(request.format);
    std::vector<ClaimCheck> checks = requested_checks(request);
    enter(Stage::computing);
    const auto start = std::chrono::steady_clock::now();
    const std::vector<ClaimResult> results = results_of(checks);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    enter(Stage::writing);
    write_output(as_json ? claims_json(results) : claims_table(results, seconds));
    if (!std::ranges::all_of(checks, &ClaimCheck::done)) {
        report_failure("verify: interrupted after " + std::to_string(results.size()) + " results");
        return exit_interrupted;
    }
    if (results.empty()) return exit_unchecked;
    return std::ranges::all_of(results, &ClaimResult::pass) ? exit_finished : exit_claim_failed;
}

}  // namespace polarize::native
