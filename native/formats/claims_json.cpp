#include "formats/claims_json.hpp"

#include <nlohmann/json.hpp>

namespace polarize::native {
namespace {

using nlohmann::ordered_json;

ordered_json break_json(const BreakPoint& point) {
    ordered_json object = {{"step", point.step}};
    if (point.time) object["time"] = *point.time;
    if (point.log_t) object["log_t"] = *point.log_t;
    return object;
}

ordered_json result_json(const ClaimResult& result) {
    ordered_json object;
    object["claim"] = result.claim->sentence;
    object["id"] = result.claim->id;
    object["experiment"] = result.experiment;
    object["run"] = result.run;
    object["relation"] = sign(result.relation);
    object["predicted"] = result.predicted;
    object["measured"] = result.measured ? ordered_json(*result.measured) : ordered_json(nullptr);
    object["tolerance"] = result.tolerance;
    object["pass"] = result.pass;
    if (result.broke_at) object["broke_at"] = break_json(*result.broke_at);
    if (!result.note.empty()) object["note"] = result.note;
    return object;
}

}  // namespace

std::string claims_json(std::span<const ClaimResult> results) {
    std::string text = "[";
    const char* separator = "\n  ";
    for (const ClaimResult& result : results) {
        text += separator + result_json(result).dump();
        separator = ",\n  ";
    }
    return text + "\n]\n";
}

}  // namespace polarize::native
