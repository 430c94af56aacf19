#include "ensemble/flow_share.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include "numeric/word_stream.hpp"

namespace polarize {

struct FlowShare::Work {
    Work(ManyFlows all, FlowRange range) : workers(part_of(std::move(all), range), 1) {}

    /// The flows of `range` alone, counted from 0, which keeps what becomes of them here.
    ManyFlows part_of(ManyFlows all, FlowRange range) {
        const std::uint64_t first = range.first;
        if (range.last < first || range.last > all.flows)
            throw refused_flow(range.last, "is not an end of a share that begins with flow " + std::to_string(first),
                               "that to " + std::to_string(all.flows));
        all.flows = range.last - first;
        all.config = [config = std::move(all.config), first](std::uint64_t flow) { return config(first + flow); };
        all.finished = [this, first](std::uint64_t flow, const FlowOutcome& outcome) {
            flows.push_back({first + flow, outcome});
        };
        return all;
    }

    std::vector<FinishedFlow> flows;
    FlowWorkers workers;
};

FlowShare::FlowShare(std::unique_ptr<Work> work) : work_(std::move(work)) {}
FlowShare::~FlowShare() = default;

std::int64_t FlowShare::advance(std::int64_t budget) { return work_->workers.advance(0, budget); }
bool FlowShare::done() const { return work_->workers.done(); }
double FlowShare::progress() const { return work_->workers.progress(); }
double FlowShare::work_per_step() const { return work_->workers.work_per_step(); }

std::vector<std::uint32_t> FlowShare::words() const {
    WordWriter writer;
    writer.put(static_cast<std::uint64_t>(work_->flows.size()));
    writer.put_all(std::span<const FinishedFlow>(work_->flows));
    work_->workers.trajectories().write(writer);
    return writer.take();
}

std::unique_ptr<FlowShare> make_share(ManyFlows all, FlowRange range) {
    return std::make_unique<FlowShare>(std::make_unique<FlowShare::Work>(std::move(all), range));
}

Error refused_flow(std::uint64_t flow, std::string_view problem, std::string_view allowed) {
    return refused("share", "flow " + std::to_string(flow), problem, allowed, ErrorCode::malformed);
}

ShareResult read_share(std::span<const std::uint32_t> words, FlowRange range) {
    WordReader reader(words);
    ShareResult share;
    share.flows = reader.take_all<FinishedFlow>(reader.take<std::uint64_t>());
    std::vector<std::uint64_t> numbers;
    for (const FinishedFlow& finished : share.flows) {
        if (finished.flow < range.first || finished.flow >= range.last)
            throw refused_flow(finished.flow, "is none of them",
                               std::to_string(range.first) + " to " + std::to_string(range.last));
        numbers.push_back(finished.flow);
    }
    std::ranges::sort(numbers);
    const auto twice = std::ranges::adjacent_find(numbers);
    if (twice != numbers.end()) throw refused_flow(*twice, "ends twice", "once");
    share.trajectories = TrajectoryCounts::read(reader);
    if (!reader.at_end()) throw refused("share", "", "words are left over", "one share", ErrorCode::malformed);
    return share;
}

}  // namespace polarize
