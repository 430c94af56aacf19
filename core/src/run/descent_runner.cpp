#include "run/descent_runner.hpp"

#include <algorithm>

#include <polarize/error.hpp>
#include "run/history.hpp"

namespace polarize {

namespace {

/// Updates between two checks that all is finite. A state is saved at each, so that the exact update can be found; it
/// is found by repeating single updates, of which large models can afford fewer.
std::int64_t check_interval(const FlowModel& model) {
    constexpr std::size_t kNumbersRepeated = std::size_t{1} << 22U;
    std::size_t numbers = 0;
    for (const auto& [name, values] : model.state()) numbers += values->size();
    return static_cast<std::int64_t>(std::clamp<std::size_t>(kNumbersRepeated / numbers, 64, 4096));
}

}  // namespace

OptimiserSettings optimiser_settings(const RunConfig& config) {
    return {.kind = config.descent.optimiser,
            .momentum = config.descent.momentum,
            .weight_decay = config.descent.weight_decay,
            .noise = config.descent.noise,
            .seed = config.start.seed};
}

DescentRunner::DescentRunner(const RunConfig& config, std::unique_ptr<FlowModel> model, Arrays initial)
    : ModelRunner(config, std::move(model), std::move(initial)), check_interval_(check_interval(*model_)) {
    choose_optimiser();
    schedule_samples();
}

/// Readies the optimiser that the configuration asks for; moments start at zero when it is of another kind.
void DescentRunner::choose_optimiser() {
    const OptimiserSettings wanted = optimiser_settings(config_);
    if (wanted.is_plain()) optimiser_.reset();
    else if (optimiser_ && optimiser_->settings().kind == wanted.kind) optimiser_->change(wanted);
    else optimiser_.emplace(*model_, wanted, step_);
}

void DescentRunner::descend(std::int64_t steps) {
    if (optimiser_) optimiser_->descend(step_, steps);
    else model_->descend(steps);
}

/// Fills samples_ for the steps that are asked for, without those that have passed, and records the present one if it
/// is among them.
void DescentRunner::schedule_samples() {
    samples_ = sample_steps(last_step(), config_.samples);
    std::ranges::reverse(samples_);
    while (!samples_.empty() && samples_.back() < step_) samples_.pop_back();
    record_if_due();
}

void DescentRunner::save() {
    saved_.clear();
    for (const auto& [name, values] : model_->state()) saved_.push_back(*values);
    if (optimiser_) saved_moments_ = optimiser_->moments();
}

void DescentRunner::restore() {
    for (std::size_t i = 0; i < saved_.size(); ++i) *model_->state()[i].second = saved_[i];
    if (optimiser_) optimiser_->restore(saved_moments_);
}

/// Steps from a finite state that is known to stop being finite within `steps` updates, up to the last finite one.
void DescentRunner::find_divergence(std::int64_t steps) {
    restore();
    for (std::int64_t done = 0; done < steps; ++done) {
        save();
        descend(1);
        look_ = model_->observe();
        diverged_quantity_ = not_finite();
        if (!diverged_quantity_.empty()) break;
        ++step_;
    }
    diverged_step_ = step_ + 1;
    restore();
    look_ = model_->observe();
}

void DescentRunner::descend_checked(std::int64_t steps) {
    save();
    descend(steps);
    look_ = model_->observe();
    if (!not_finite().empty()) {
        find_divergence(steps);
        return;
    }
    step_ += steps;
}

double DescentRunner::time() const {
    return time_at_change_ + static_cast<double>(step_ - step_at_change_) * model_->settings.lr;
}

std::int64_t DescentRunner::advance(std::int64_t budget) {
    const std::int64_t start = step_;
    while (step_ - start < budget && !done()) {
        // Checks fall on multiples of the interval, so that splitting the steps over calls changes nothing.
        const std::int64_t to_check = check_interval_ - step_ % check_interval_;
        descend_checked(std::min({budget - (step_ - start), samples_.back() - step_, to_check}));
        if (diverged_step_ < 0) record_if_due();
    }
    return step_ - start;
}

void DescentRunner::record_if_due() {
    if (samples_.empty() || samples_.back() != step_) return;
    samples_.pop_back();
    const bool is_recorded = !history_.steps.empty() && history_.steps.back() == step_;
    if (!is_recorded) record();
}

void DescentRunner::describe_progress(Snapshot& snapshot) const {
    snapshot.last_step = last_step();
    snapshot.time = time();
}

double DescentRunner::progress() const {
    return last_step() > 0 ? static_cast<double>(step_) / static_cast<double>(last_step()) : 1.0;
}

void DescentRunner::change(const RunConfig& config) {
    if (config.descent.steps < step_)
        throw refused("steps", std::to_string(config.descent.steps),
                      "is below the " + std::to_string(step_) + " updates already made", "more");
    const double time_now = time();
    const RunConfig before = config_;
    take(config);
    if (config.descent.lr != before.descent.lr) {
        time_at_change_ = time_now;
        step_at_change_ = step_;
    }
    choose_optimiser();
    if (config.descent.steps != before.descent.steps) schedule_samples();
}

}  // namespace polarize
