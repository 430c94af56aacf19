#include "studies_json.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "json_text.hpp"

namespace polarize::web {
namespace {

std::string count(std::int64_t value) { return std::to_string(value); }
std::string count(std::uint64_t value) { return std::to_string(value); }

std::string optional_number(const std::optional<double>& value) { return value ? number(*value) : "null"; }

std::string truth(bool value) { return value ? "true" : "false"; }

std::string break_json(const BreakPoint& point) {
    return '{' + member("step", count(point.step)) + ',' + member("time", optional_number(point.time)) + ',' +
           member("log_t", optional_number(point.log_t)) + '}';
}

std::string counts(const std::vector<std::int64_t>& values) {
    return array(values, [](std::int64_t value) { return count(value); });
}

/// The members of a distribution, each with a comma before it; "" where nothing was counted.
std::string distribution_members(const Distribution& distribution) {
    if (distribution.count == 0) return "";
    std::string quantiles;
    for (std::size_t i = 0; i < kQuantileShares.size(); ++i) {
        char share[16];
        std::snprintf(share, sizeof share, "%g", kQuantileShares[i]);
        quantiles += (i > 0 ? "," : "") + member(share, number(distribution.quantiles[i]));
    }
    return ',' + member("mean", number(distribution.mean)) + ',' + member("sd", number(distribution.sd)) + ',' +
           member("min", number(distribution.min)) + ',' + member("max", number(distribution.max)) + ',' +
           member("quantiles", '{' + quantiles + '}');
}

std::string band_json(const std::vector<MomentBands>& bands, Band MomentBands::* quantity) {
    const auto line = [&](double Band::* edge) {
        return array(bands, [&](const MomentBands& moment) { return number(moment.*quantity.*edge); });
    };
    return '{' + member("0.05", line(&Band::low)) + ',' + member("0.5", line(&Band::median)) + ',' +
           member("0.95", line(&Band::high)) + '}';
}

std::string bands_json(const EnsembleResult& result) {
    return '{' + member("unit", quoted(result.time_unit)) + ',' +
           member("time", array(result.bands, [](const MomentBands& moment) { return number(moment.time); })) + ',' +
           member("flows", array(result.bands, [](const MomentBands& moment) { return count(moment.flows); })) + ',' +
           member("max_alpha", band_json(result.bands, &MomentBands::max_alpha)) + ',' +
           member("entropy_normalised", band_json(result.bands, &MomentBands::entropy)) + '}';
}

std::string axis_json(const MapAxis& axis) {
    std::vector<double> values;
    for (std::size_t i = 0; i < axis.count; ++i) values.push_back(axis.value(i));
    return '{' + member("name", quoted(axis.name)) + ',' + member("logarithmic", truth(axis.logarithmic)) + ',' +
           member("values", array(values, number)) + '}';
}

}  // namespace

std::string claims_json() {
    return array(claims(), [](const Claim& claim) {
        return '{' + member("id", quoted(claim.id)) + ',' + member("claim", quoted(claim.sentence)) + ',' +
               member("holds_for", quoted(claim.holds_for)) + ',' + member("measure", quoted(claim.measure)) + '}';
    });
}

std::string claim_result_json(const ClaimResult& result) {
    return '{' + member("id", quoted(result.claim->id)) + ',' + member("claim", quoted(result.claim->sentence)) + ',' +
           member("experiment", quoted(result.experiment)) + ',' + member("run", quoted(result.run)) + ',' +
           member("relation", quoted(sign(result.relation))) + ',' + member("predicted", number(result.predicted)) +
           ',' + member("measured", optional_number(result.measured)) + ',' +
           member("tolerance", number(result.tolerance)) + ',' + member("pass", truth(result.pass)) + ',' +
           member("broke_at", result.broke_at ? break_json(*result.broke_at) : "null") + ',' +
           member("note", quoted(result.note)) + '}';
}

std::string ensemble_json(const EnsembleResult& result) {
    const double most_entropy = std::log(static_cast<double>(result.wins_by_index.size()));
    const std::string histogram = '{' + member("low", "0") + ',' + member("high", number(most_entropy)) + ',' +
                                  member("counts", counts(result.entropy_histogram)) + '}';
    return '{' + member("count", count(result.count)) + ',' + member("finished", count(result.finished)) + ',' +
           member("diverged", count(result.diverged)) + ',' + member("stuck", count(result.stuck)) + ',' +
           member("winners", '{' + member("by_u_rank", counts(result.wins_by_u_rank)) + ',' +
                                 member("by_a_rank", counts(result.wins_by_a_rank)) + ',' +
                                 member("by_index", counts(result.wins_by_index)) + ',' +
                                 member("tied", count(result.tied)) + '}') +
           ',' + member("entropy", '{' + member("histogram", histogram) + distribution_members(result.entropy) + '}') +
           ',' +
           member("time_to_polarise", '{' + member("unit", quoted(result.time_unit)) + ',' +
                                          member("polarised", count(result.polarised)) +
                                          distribution_members(result.polarised_at) + '}') +
           ',' + member("bands", bands_json(result)) + ',' + member("flow_steps", count(result.flow_steps)) + '}';
}

std::string map_json(const PhaseMapResult& result, std::string_view unit) {
    return '{' + member("x", axis_json(result.x)) + ',' + member("y", axis_json(result.y)) + ',' +
           member("measure", quoted(enum_name(result.measure))) + ',' + member("unit", quoted(unit)) + ',' +
           member("points", count(std::uint64_t{result.z.size()})) + ',' + member("finished", count(result.finished)) +
           ',' + member("diverged", count(result.diverged)) + ',' + member("stuck", count(result.stuck)) + ',' +
           member("flow_steps", count(result.flow_steps)) + '}';
}

}  // namespace polarize::web
