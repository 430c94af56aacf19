#pragma once

namespace polarize {

/// Settings of AdamW: m ← beta1 m + (1−beta1) g, v ← beta2 v + (1−beta2) g²,
/// x ← (1 − lr·weight_decay) x − lr (m/(1−beta1ᵗ)) / (√(v/(1−beta2ᵗ)) + epsilon), for every parameter.
struct AdamW {
    double lr = 1e-3;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weight_decay = 0.01;

    bool operator==(const AdamW&) const = default;
};

}  // namespace polarize
