#include "ensemble/flow_share.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include "numeric/word_stream.hpp"

namespace polarize {

namespace {

Error refused(std::uint64_t flow, const std::string& complaint) {
    return Error{"share: flow " + std::to_string(flow) + " " + complaint};
}

}  // namespace

FlowShare::FlowShare(EnsembleTask task, FlowRange range) : workers_(own_task(std::move(task), range), 1) {}

/// `task` for the flows of `range` alone, counted from 0, which keeps what becomes of them here.
EnsembleTask FlowShare::own_task(EnsembleTask task, FlowRange range) {
    const std::uint64_t first = range.first;
    if (range.last < first || range.last > task.flows)
        throw refused(range.last, "is no end of a share that begins with flow " + std::to_string(first) +
                                      "; allowed: that to " + std::to_string(task.flows));
    task.flows = range.last - first;
    task.params = [params = std::move(task.params), first](std::uint64_t flow) { return params(first + flow); };
    task.finished = [this, first](std::uint64_t flow, const FlowOutcome& outcome) {
        flows_.push_back({first + flow, outcome});
    };
    return task;
}

std::vector<std::uint32_t> FlowShare::words() const {
    WordWriter writer;
    writer.put(static_cast<std::uint64_t>(flows_.size()));
    writer.put_all(std::span(flows_));
    workers_.trajectories().write(writer);
    return writer.take();
}

ShareResult read_share(std::span<const std::uint32_t> words, FlowRange range) {
    WordReader reader(words);
    ShareResult share;
    share.flows = reader.take_all<FinishedFlow>(reader.take<std::uint64_t>());
    std::vector<std::uint64_t> numbers;
    for (const FinishedFlow& finished : share.flows) {
        if (finished.flow < range.first || finished.flow >= range.last)
            throw refused(finished.flow, "is none of them; allowed: " + std::to_string(range.first) + " to " +
                                             std::to_string(range.last));
        numbers.push_back(finished.flow);
    }
    std::ranges::sort(numbers);
    const auto twice = std::ranges::adjacent_find(numbers);
    if (twice != numbers.end()) throw refused(*twice, "ends twice; allowed: once");
    share.trajectories = TrajectoryCounts::read(reader);
    if (!reader.at_end()) throw Error("share: words are left over; allowed: one share");
    return share;
}

}  // namespace polarize
