#pragma once

#include <initializer_list>
#include <string>

namespace polarize::ui {

/// Every word that the drawn part itself puts on the canvas, in English. Names and explanations of experiments and
/// parameters come from the core's catalogue, and the page around the canvas has words of its own; both are English.
enum class Text {
    experiments,
    parameters,
    group_model,
    group_training,
    group_start,
    group_rest,
    reset_all,
    reset_one,
    live_hint,
    restart_hint,
    type_hint,
    next_seed,
    play,
    pause,
    step_once,
    step_decade,
    restart,
    run_again,
    of_updates,
    flow_clock,
    status_running,
    status_paused,
    status_finished,
    status_diverged,
    status_stuck,
    status_waiting,
    pace_slow,
    pace_sixty,
    pace_decade,
    pace_three_decades,
    pace_max,
    pace_slow_help,
    pace_sixty_help,
    pace_decade_help,
    pace_three_decades_help,
    pace_max_help,
    at_step,
    back_to_present,
    axis,
    axis_log,
    axis_linear,
    axis_loglog,
    axis_updates,
    axis_time,
    axis_rescaled,
    empty_help,
    error_title,
    diverged_title,
    diverged_help,
    diverged_retry,
    stuck_title,
    stuck_help,
    lines_shown,
    bars_title,
    bars_help,
    bars_wins,
    bars_leads,
    bars_largest,
    simplex_title,
    simplex_help,
    simplex_other_k,
    simplex_no_distribution,
    simplex_set_three,
    alpha_title,
    alpha_help,
    scores_title,
    scores_help,
    projections_title,
    projections_help,
    loss_title,
    loss_help,
    gradients_title,
    gradients_help,
    entropy_title,
    entropy_help,
    margin_title,
    margin_help,
    alignment_title,
    alignment_help,
    column_norm_title,
    column_norm_help,
    singular_title,
    singular_help,
    uniform,
    count
};

/// The words of `text`.
const char* text_of(Text text);

/// The words with "{0}", "{1}" … replaced by `values`.
std::string filled(Text text, std::initializer_list<std::string> values);

}  // namespace polarize::ui
