#include <polarize/snapshot_codec.hpp>

#include "run/coding.hpp"

namespace polarize {

namespace coding {

/// First bytes of every encoded snapshot of a flow: a mark and the format's version.
constexpr std::int64_t kMark = 0x05'50'4f'4c'41'52;  // version 5, "POLAR"

void fields(auto& coder, Is<std::pair<std::string, double>> auto& metric) {
    coder(metric.first);
    coder(metric.second);
}
void fields(auto& coder, Is<FlowClock> auto& clock) {
    coder(clock.tau);
    coder(clock.log_t);
    coder(clock.rhs_evals);
    coder(clock.accepted);
    coder(clock.rejected);
}
void fields(auto& coder, Is<Snapshot> auto& snapshot) {
    fields(coder, facts(snapshot));
    coder(snapshot.time);
    coder(snapshot.flow);
    coder(snapshot.loss);
    coder(snapshot.entropy);
    coder(snapshot.max_alpha);
    coder(snapshot.winner);
    coder(snapshot.alpha);
    coder(snapshot.a);
    coder(snapshot.u);
    coder(snapshot.metrics);
    coder(snapshot.arrays);
    fields(coder, snapshot.history);
}

}  // namespace coding

std::vector<std::byte> encode(const Snapshot& snapshot) { return coding::encoded(coding::kMark, snapshot); }

Snapshot decode(std::span<const std::byte> bytes) {
    return coding::decoded<Snapshot>(coding::kMark, bytes, [](const Snapshot& snapshot) {
        return coding::is_consistent(snapshot.history) && coding::is_consistent(snapshot.arrays);
    });
}

}  // namespace polarize
