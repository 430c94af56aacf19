#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polarize::test {

/// One run whose bits are kept: an experiment and what differs from its defaults.
struct GoldenRun {
    std::string_view experiment;
    std::vector<std::pair<std::string_view, std::string_view>> settings;
};

/// All runs of which golden/<experiment>.json keeps hashes.
std::vector<GoldenRun> golden_runs();

/// Does the run with the active instruction set: its settings and the 64-bit hashes of its start, its final arrays and
/// the recorded course of loss, alpha, a and u.
nlohmann::json golden_record(const GoldenRun& run);

/// The records of all runs of `experiment`, as the file of that name holds them.
nlohmann::json golden_records(std::string_view experiment);

}  // namespace polarize::test
