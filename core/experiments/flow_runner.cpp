#include "experiments/flow_runner.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/history.hpp"
#include "experiments/metrics.hpp"
#include "numeric/error.hpp"
#include "numeric/singular_values.hpp"

namespace polarize {

namespace {

/// Updates between two checks that all is finite. A state is saved at each, so that the exact update can be found.
constexpr std::int64_t kCheckInterval = 256;

bool all_finite(const AlignedVector& values) {
    // x − x is 0 for finite x and NaN otherwise; the sum keeps a NaN and lets the loop run without branches.
    double total = 0;
    for (const double value : values) total += value - value;
    return total == 0;
}

}  // namespace

FlowRunner::FlowRunner(Params params, std::unique_ptr<FlowModel> model, Arrays initial)
    : params_(std::move(params)), model_(std::move(model)), initial_(std::move(initial)) {
    apply_settings();
    look_ = model_->observe();
    const std::string quantity = not_finite();
    if (!quantity.empty())
        throw Error(quantity +
                    ": not finite at the start; allowed: initial arrays whose weights and loss are finite numbers");
    schedule_samples();
}

void FlowRunner::apply_settings() {
    model_->settings = {.map = static_cast<ScoreMap>(params_.integer("map")),
                        .train = static_cast<Train>(params_.integer("train")),
                        .lr = params_.real("lr")};
}

/// Fills samples_ for the steps that are asked for, without those that have passed, and records the present one if it
/// is among them.
void FlowRunner::schedule_samples() {
    samples_ = sample_steps(last_step(), params_.integer("samples"));
    std::ranges::reverse(samples_);
    while (!samples_.empty() && samples_.back() < step_) samples_.pop_back();
    record_if_due();
}

/// The first of V (or U), a, alpha, loss that is not finite at the present look, or "".
std::string FlowRunner::not_finite() const {
    for (const auto& [quantity, values] : model_->state())
        if (!all_finite(*values)) return std::string(quantity);
    for (const double weight : look_.alpha)
        if (!std::isfinite(weight)) return "alpha";
    const Observation& seen = look_.numbers;
    if (!std::isfinite(seen.loss)) return "loss";
    if (!std::isfinite(seen.grad_V) || !std::isfinite(seen.grad_a)) return "gradient";
    return std::isfinite(seen.margin) && std::isfinite(seen.beta_norm) ? "" : "beta";
}

void FlowRunner::save() {
    saved_.clear();
    for (const auto& [name, values] : model_->state()) saved_.push_back(*values);
}

void FlowRunner::restore() {
    for (std::size_t i = 0; i < saved_.size(); ++i) *model_->state()[i].second = saved_[i];
}

/// Steps from a finite state that is known to stop being finite within `steps` updates, up to the last finite one.
void FlowRunner::find_divergence(std::int64_t steps) {
    restore();
    for (std::int64_t done = 0; done < steps; ++done) {
        save();
        model_->descend(1);
        look_ = model_->observe();
        diverged_quantity_ = not_finite();
        if (!diverged_quantity_.empty()) break;
        ++step_;
    }
    diverged_step_ = step_ + 1;
    restore();
    look_ = model_->observe();
}

void FlowRunner::descend_checked(std::int64_t steps) {
    save();
    model_->descend(steps);
    look_ = model_->observe();
    if (!not_finite().empty()) {
        find_divergence(steps);
        return;
    }
    step_ += steps;
}

double FlowRunner::time() const {
    return time_at_change_ + static_cast<double>(step_ - step_at_change_) * model_->settings.lr;
}

std::int64_t FlowRunner::advance(std::int64_t budget) {
    if (budget < 0) throw Error("budget: " + std::to_string(budget) + " is out of range; allowed: at least 0");
    const std::int64_t start = step_;
    while (step_ - start < budget && !done()) {
        // Checks fall on multiples of the interval, so that splitting the steps over calls changes nothing.
        const std::int64_t to_check = kCheckInterval - step_ % kCheckInterval;
        descend_checked(std::min({budget - (step_ - start), samples_.back() - step_, to_check}));
        if (diverged_step_ < 0) record_if_due();
    }
    return step_ - start;
}

void FlowRunner::record_if_due() {
    if (samples_.empty() || samples_.back() != step_) return;
    samples_.pop_back();
    const bool is_recorded = !history_.steps.empty() && history_.steps.back() == step_;
    if (!is_recorded) record();
}

void FlowRunner::record() {
    history_.steps.push_back(step_);
    for (const auto& [name, values] : observables(look_)) append(history_, name, values.data(), values.size());
    if (params_.integer("singular_values") == 1) {
        const std::vector<double> values = present_singular_values();
        append(history_, "singular_values", values.data(), values.size());
    }
}

std::vector<double> FlowRunner::present_singular_values() const {
    const Array matrix = model_->value_matrix();
    return singular_values(matrix.data, matrix.shape[0], matrix.shape[1]);
}

Snapshot FlowRunner::snapshot(const SnapshotRequest& request) const {
    Snapshot snapshot;
    snapshot.experiment = params_.experiment().id;
    if (diverged_step_ >= 0) snapshot.status = RunStatus::diverged;
    else if (done()) snapshot.status = RunStatus::finished;
    snapshot.step = step_;
    snapshot.last_step = last_step();
    snapshot.time = time();
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
    snapshot.isa = name(model_->isa());
    return snapshot;
}

void FlowRunner::set(std::string_view name, std::string_view text) {
    Params changed = params_;
    changed.set(name, text);
    if (!params_.experiment().find(name)->live)
        throw Error(std::string(name) + ": cannot change while a run is under way; allowed: a new run");
    if (changed.integer("steps") < step_)
        throw Error("steps: " + changed.text("steps") + " is below the " + std::to_string(step_) +
                    " updates already made; allowed: more");
    const double time_now = time();
    const double lr_before = model_->settings.lr;
    std::swap(params_, changed);
    apply_settings();
    look_ = model_->observe();
    const std::string quantity = not_finite();
    if (!quantity.empty()) {
        params_ = std::move(changed);
        apply_settings();
        look_ = model_->observe();
        throw Error(std::string(name) + ": \"" + std::string(text) + "\" makes " + quantity + " not finite at step " +
                    std::to_string(step_) + "; allowed: values that keep every number finite");
    }
    if (model_->settings.lr != lr_before) {
        time_at_change_ = time_now;
        step_at_change_ = step_;
    }
    if (name == "steps") schedule_samples();
}

}  // namespace polarize
