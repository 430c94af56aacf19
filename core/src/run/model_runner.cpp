#include "run/model_runner.hpp"

#include <cmath>
#include <utility>

#include <polarize/error.hpp>
#include "numeric/singular_values.hpp"
#include "run/history.hpp"
#include "run/metrics.hpp"

namespace polarize {

namespace {

bool all_finite(const AlignedVector& values) {
    // x − x is 0 for finite x and NaN otherwise; the sum keeps a NaN and lets the loop run without branches.
    double total = 0;
    for (const double value : values) total += value - value;
    return total == 0;
}

}  // namespace

ModelRunner::ModelRunner(const RunConfig& config, std::unique_ptr<FlowModel> model, Arrays initial)
    : config_(config), model_(std::move(model)), initial_(std::move(initial)) {
    apply_settings();
    look_ = model_->observe();
    const std::string quantity = not_finite();
    if (!quantity.empty())
        throw refused(quantity, "", "not finite at the start",
                      "initial arrays whose weights and loss are finite numbers", ErrorCode::not_finite);
}

void ModelRunner::apply_settings() {
    model_->settings = {.map = {config_.map, config_.temperature}, .train = config_.train, .lr = config_.descent.lr};
}

std::string ModelRunner::not_finite() const {
    for (const auto& [quantity, values] : model_->state())
        if (!all_finite(*values)) return std::string(quantity);
    for (const double weight : look_.alpha)
        if (!std::isfinite(weight)) return "alpha";
    const Observation& seen = look_.numbers;
    if (!std::isfinite(seen.loss)) return "loss";
    if (!std::isfinite(seen.grad_V) || !std::isfinite(seen.grad_a)) return "gradient";
    return std::isfinite(seen.margin) && std::isfinite(seen.beta_norm) ? "" : "beta";
}

void ModelRunner::record(const std::vector<std::pair<std::string_view, double>>& extra) {
    history_.steps.push_back(step_);
    append_look(history_, look_);
    for (const auto& [name, value] : extra) append(history_, name, &value, 1);
    if (config_.singular_values) {
        const std::vector<double> values = present_singular_values();
        append(history_, "singular_values", values.data(), values.size());
    }
}

std::vector<double> ModelRunner::present_singular_values() const {
    const Array matrix = model_->value_matrix();
    return singular_values(matrix.data, matrix.shape[0], matrix.shape[1]);
}

Snapshot ModelRunner::snapshot(const SnapshotRequest& request) const {
    Snapshot snapshot;
    if (diverged_step_ >= 0) snapshot.status = RunStatus::diverged;
    else if (!stuck_reason_.empty()) snapshot.status = RunStatus::stuck;
    else if (done()) snapshot.status = RunStatus::finished;
    snapshot.step = step_;
    snapshot.progress = progress();
    snapshot.loss = look_.numbers.loss;
    snapshot.alpha = look_.alpha;
    snapshot.a = look_.a;
    snapshot.u = look_.u;
    describe(look_, snapshot);
    if (request.arrays) {
        snapshot.arrays = initial_;
        for (auto& [name, array] : model_->parameters()) snapshot.arrays[name + "_final"] = std::move(array);
    }
    if (request.singular_values) {
        std::vector<double> values = present_singular_values();
        snapshot.metrics.emplace_back("rank", numerical_rank(values));
        snapshot.arrays["singular_values"] = {{values.size()}, std::move(values)};
    }
    snapshot.history = tail(history_, request.first_sample);
    snapshot.diverged_step = diverged_step_;
    snapshot.diverged_quantity = diverged_quantity_;
    snapshot.stuck_reason = stuck_reason_;
    snapshot.isa = name(model_->isa());
    describe_progress(snapshot);
    return snapshot;
}

void ModelRunner::take(const RunConfig& changed) {
    const RunConfig before = std::exchange(config_, changed);
    apply_settings();
    look_ = model_->observe();
    const std::string quantity = not_finite();
    if (quantity.empty()) return;
    config_ = before;
    apply_settings();
    look_ = model_->observe();
    throw refused(quantity, "", "the change would make it not finite at step " + std::to_string(step_),
                  "values that keep every number finite", ErrorCode::not_finite);
}

}  // namespace polarize
