#pragma once

namespace polarize::bench {

/// Registers one benchmark for every experiment of the catalogue and for the variants that the paper plots.
void register_experiments();

/// Registers the kernels of every instruction set that this machine runs.
void register_kernels();

/// Registers many flows at once: updates in SIMD lanes against as many exponentials, gradient flow, whole ensembles.
void register_ensembles();

/// Registers training steps of tiny transformers: both tasks, every instruction set, every kind of attention.
void register_attention();

/// Says that a benchmark's result was wrong; `main` then fails.
void note_wrong_result();
bool had_wrong_result();

}  // namespace polarize::bench
