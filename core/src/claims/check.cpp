#include "claims/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <polarize/run.hpp>
#include <polarize/text.hpp>
#include "flow/weights.hpp"
#include "numeric/plain_numbers.hpp"

namespace polarize::claim_checks {

bool Subject::is_logistic_softmax() const {
    return is_value_model() && loss() == Loss::logistic && map() == ScoreMap::softmax;
}

bool Subject::is_undecided(ScoreMap map) const {
    const auto with_weight = std::ranges::count_if(
        a, [&](double score) { return map == ScoreMap::sigmoid || (map == ScoreMap::relu ? score > 0 : score != 0); });
    return with_weight > 1;
}

std::size_t Subject::first() const { return argmax(u); }

bool Subject::has_first() const { return std::ranges::count(u, u[first()]) == 1; }

bool Subject::is_ordered_alike() const {
    if (!has_first()) return false;
    for (std::size_t i = 0; i < u.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if ((u[i] - u[j]) * (a[i] - a[j]) < 0) return false;
    return true;
}

bool Subject::sets(ParameterGroup group) const {
    return std::ranges::any_of(params.experiment().parameters, [&](const Parameter& parameter) {
        return parameter.group == group && params.is_set(parameter.binding);
    });
}

Params Subject::with(Dynamics dynamics) const {
    Params changed = params;
    changed.set_member<&RunConfig::dynamics>(dynamics);
    return changed;
}

Subject make_subject(const Params& params) {
    const std::unique_ptr<Runner> runner = make_runner(params);
    Snapshot start = runner->snapshot({.arrays = false});
    return {.params = runner->params(),
            .config = run_config(runner->params()),
            .a = std::move(start.a),
            .u = std::move(start.u)};
}

std::string describe(const Params& params) {
    constexpr std::array shown{Binding::to<&RunConfig::descent, &DescentConfig::lr>(),
                               Binding::to<&RunConfig::descent, &DescentConfig::steps>()};
    constexpr std::array said{Binding::to<&RunConfig::dynamics>(), Binding::to<&RunConfig::flow, &FlowConfig::until>(),
                              Binding::to<&RunConfig::flow, &FlowConfig::horizon>()};
    const RunConfig config = run_config(params);
    const bool is_flow = config.dynamics == Dynamics::flow;
    std::string text = "descent";
    if (is_flow) {
        const std::string until(enum_name(config.flow.until));
        text =
            "flow to " + (config.flow.until == Until::log10t ? "t=1e" : until + "=") + number_text(config.flow.horizon);
    }
    const ParameterGroup other = is_flow ? ParameterGroup::descent : ParameterGroup::flow;
    for (const Parameter& parameter : params.experiment().parameters) {
        const bool is_shown = !is_flow && std::ranges::count(shown, parameter.binding) > 0;
        const bool is_said = std::ranges::count(said, parameter.binding) > 0 || parameter.group == other ||
                             parameter.group == ParameterGroup::recording;
        if (is_shown || (!is_said && parameter.binding.load(config) != parameter.default_value))
            text += ", " + std::string(parameter.name) + "=" + params.text(parameter.name);
    }
    return text;
}

std::int64_t samples_for(const Subject& subject, std::int64_t limit) {
    constexpr std::int64_t kMaxNumbers = 4'000'000;
    return std::clamp<std::int64_t>(kMaxNumbers / static_cast<std::int64_t>(subject.tokens()), 200, limit);
}

Params far_flow(const Subject& subject) {
    Params params = subject.with(Dynamics::flow);
    params.set_member<&RunConfig::flow, &FlowConfig::until>(Until::tau);
    params.set_member<&RunConfig::flow, &FlowConfig::horizon>(kFarTau);
    prefer<&RunConfig::samples>(params, samples_for(subject, 1000));
    return params;
}

BreakPoint early_end(const Snapshot& last) {
    BreakPoint point{.step = last.status == RunStatus::stuck ? last.step + 1 : last.diverged_step};
    if (last.flow) point = {.step = point.step, .time = last.time, .log_t = last.flow->log_t};
    return point;
}

std::string early_end_note(const Snapshot& last) {
    if (last.status == RunStatus::stuck) return "the run got stuck: " + last.stuck_reason;
    return "the run diverged (" + last.diverged_quantity + ")";
}

std::string short_text(double value) {
    const PlainNumbers plain_numbers;
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.4g", value);
    return buffer.data();
}

std::span<const double> sample(const History& history, std::string_view name, std::size_t index) {
    const Series& series = *history.find(name);
    return std::span(series.values).subspan(index * series.width, series.width);
}

}  // namespace polarize::claim_checks
