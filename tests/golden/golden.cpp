#include "golden/golden.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>

#include <polarize/run.hpp>

namespace polarize::test {

namespace {

/// FNV-1a over the bytes of the numbers, least significant first.
std::string hash_of(std::span<const double> values) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const double value : values) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (unsigned shift = 0; shift < 64; shift += 8) {
            hash ^= (bits >> shift) & 0xffU;
            hash *= 0x100000001b3U;
        }
    }
    std::string text(16, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, hash >>= 4U)
        *digit = "0123456789abcdef"[hash & 0xfU];
    return text;
}

}  // namespace

std::vector<GoldenRun> golden_runs() {
    std::vector<GoldenRun> runs{{"logistic", {{"steps", "100000"}}},
                                {"logistic", {{"steps", "20000"}, {"train", "V"}}},
                                {"logistic", {{"steps", "20000"}, {"train", "a"}}},
                                {"tied", {}},
                                {"tied", {{"D", "50"}, {"steps", "2000"}}},
                                {"conditioning", {{"steps", "50000"}}},
                                {"kl", {{"steps", "100000"}}}};
    for (const std::string_view map : {"softmax", "l1", "sum", "l2", "relu_norm", "sigmoid", "relu", "identity",
                                       "softmax_plus_one", "softpick", "sparsemax", "entmax15"}) {
        runs.push_back({"normalisers-square", {{"map", map}}});
        runs.push_back({"normalisers-logistic", {{"map", map}, {"steps", "20000"}}});
    }
    for (const std::string_view map : {"softmax_plus_one", "sparsemax", "entmax15"})
        runs.push_back({"normalisers-logistic", {{"map", map}, {"dynamics", "flow"}, {"horizon", "1000"}}});
    for (const std::string_view loss : {"logistic", "square", "regression", "kl", "logistic_data"})
        runs.push_back({"custom", {{"loss", loss}, {"steps", "20000"}, {"lr", "0.01"}, {"k", "9"}, {"d", "5"}}});
    runs.push_back({"logistic", {{"dynamics", "flow"}, {"until", "tau"}, {"horizon", "1000"}}});
    runs.push_back({"kl", {{"dynamics", "flow"}, {"horizon", "10000"}}});
    runs.push_back({"tied", {{"dynamics", "flow"}, {"horizon", "100"}}});
    runs.push_back({"custom", {{"temperature", "0.5"}, {"steps", "20000"}}});
    for (const std::string_view optimiser : {"momentum", "adam"})
        runs.push_back({"custom", {{"loss", "square"}, {"optimiser", optimiser}, {"steps", "2000"}}});
    return runs;
}

nlohmann::json golden_record(const GoldenRun& run) {
    Params params(find_experiment(run.experiment));
    nlohmann::json record{{"settings", nlohmann::json::object()}};
    for (const auto& [name, value] : run.settings) {
        params.set(name, value);
        record["settings"][std::string(name)] = value;
    }
    const auto runner = make_runner(params);
    runner->advance(std::numeric_limits<std::int64_t>::max());
    const Snapshot snapshot = runner->snapshot();
    record["step"] = snapshot.step;
    for (const auto& [name, array] : snapshot.arrays) record["arrays"][name] = hash_of(array.data);
    for (const char* name : {"loss", "alpha", "a", "u"})
        record["history"][name] = hash_of(snapshot.history.find(name)->values);
    return record;
}

nlohmann::json golden_records(std::string_view experiment) {
    nlohmann::json records = nlohmann::json::array();
    for (const GoldenRun& run : golden_runs())
        if (run.experiment == experiment) records.push_back(golden_record(run));
    return records;
}

}  // namespace polarize::test
