// Snapshots as bytes, for the way from an engine's worker to the page.

#include <polarize/snapshot_codec.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "run/history.hpp"
#include "support/errors.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using Bytes = std::vector<std::byte>;

Snapshot small_snapshot() { return test::finished("tied", {{"steps", "5"}, {"D", "2"}}); }

/// Decodes damaged bytes: an Error, or a snapshot that can be used. Returns whether it was an Error.
bool is_refused(const Bytes& bytes) {
    try {
        const Snapshot snapshot = decode(bytes);
        EXPECT_EQ(encode(decode(encode(snapshot))), encode(snapshot));
        EXPECT_EQ(tail(snapshot.history, 1).series.size(), snapshot.history.series.size());
    } catch (const Error& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("snapshot: ")) << error.what();
        return true;
    }
    return false;
}

TEST(SnapshotCodec, BringsBackEverySnapshot) {
    for (const Experiment& experiment : catalogue()) {
        const auto runner = test::runner_of(experiment.id, {{"steps", "300"}});
        for (const std::int64_t budget : {0, 123, 1000}) {
            runner->advance(budget);
            const Snapshot snapshot = runner->snapshot({.singular_values = true});
            const Snapshot back = decode(encode(snapshot));
            EXPECT_EQ(encode(back), encode(snapshot)) << experiment.id;
            EXPECT_EQ(back.experiment, snapshot.experiment);
            EXPECT_EQ(back.status, snapshot.status);
            EXPECT_EQ(back.step, snapshot.step);
            EXPECT_EQ(back.last_step, snapshot.last_step);
            EXPECT_EQ(back.progress, snapshot.progress);
            EXPECT_EQ(back.time, snapshot.time);
            EXPECT_EQ(back.flow, snapshot.flow);
            EXPECT_EQ(back.loss, snapshot.loss);
            EXPECT_EQ(back.entropy, snapshot.entropy);
            EXPECT_EQ(back.max_alpha, snapshot.max_alpha);
            EXPECT_EQ(back.winner, snapshot.winner);
            EXPECT_EQ(back.alpha, snapshot.alpha);
            EXPECT_EQ(back.a, snapshot.a);
            EXPECT_EQ(back.u, snapshot.u);
            EXPECT_EQ(back.metrics, snapshot.metrics);
            EXPECT_EQ(back.arrays, snapshot.arrays);
            EXPECT_EQ(back.history, snapshot.history);
            EXPECT_EQ(back.isa, snapshot.isa);
        }
    }
}

TEST(SnapshotCodec, BringsBackADivergedRun) {
    const Snapshot snapshot = test::finished("custom", {{"loss", "square"}, {"lr", "1000"}});
    ASSERT_EQ(snapshot.status, RunStatus::diverged);
    const Snapshot back = decode(encode(snapshot));
    EXPECT_EQ(back.status, RunStatus::diverged);
    EXPECT_EQ(back.diverged_step, snapshot.diverged_step);
    EXPECT_EQ(back.diverged_quantity, snapshot.diverged_quantity);
}

TEST(SnapshotCodec, BringsBackAStuckRun) {
    const Snapshot snapshot = test::finished(
        "custom", {{"map", "sum"}, {"dynamics", "flow"}, {"until", "tau"}, {"horizon", "1000"}, {"tol", "1e-4"}});
    ASSERT_EQ(snapshot.status, RunStatus::stuck);
    const Snapshot back = decode(encode(snapshot));
    EXPECT_EQ(back.status, RunStatus::stuck);
    EXPECT_EQ(back.stuck_reason, snapshot.stuck_reason);
    EXPECT_EQ(stop_reason(back), stop_reason(snapshot));
}

TEST(SnapshotCodec, BringsBackTheClockOfAGradientFlow) {
    const auto runner = test::runner_of("logistic", {{"dynamics", "flow"}, {"until", "tau"}, {"horizon", "100"}});
    runner->advance(30);
    const Snapshot snapshot = runner->snapshot();
    ASSERT_TRUE(snapshot.flow.has_value());
    EXPECT_EQ(decode(encode(snapshot)).flow, snapshot.flow);
}

TEST(SnapshotCodec, BringsBackEmptyPartsAndSpecialNumbers) {
    Snapshot snapshot;
    EXPECT_EQ(encode(decode(encode(snapshot))), encode(snapshot));
    snapshot.alpha = {-0.0, std::numeric_limits<double>::denorm_min(), HUGE_VAL};
    snapshot.step = std::numeric_limits<std::int64_t>::max();
    snapshot.experiment = std::string("zero\0byte", 9);
    snapshot.arrays["empty"] = {{0, 3}, {}};
    const Snapshot back = decode(encode(snapshot));
    EXPECT_EQ(encode(back), encode(snapshot));
    EXPECT_TRUE(std::signbit(back.alpha[0]));
    EXPECT_EQ(back.experiment.size(), 9U);
}

TEST(SnapshotCodec, RefusesBytesThatEndEarly) {
    const Bytes whole = encode(small_snapshot());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        // A copy of exactly this length, so that a sanitizer sees any read beyond it.
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        ASSERT_TRUE(is_refused(cut)) << length;
    }
}

TEST(SnapshotCodec, RefusesBytesThatGoOn) {
    Bytes bytes = encode(small_snapshot());
    bytes.push_back(std::byte{0});
    EXPECT_TRUE(is_refused(bytes));
}

TEST(SnapshotCodec, SurvivesEveryFlippedBit) {
    const Bytes whole = encode(small_snapshot());
    std::size_t refused = 0;
    for (std::size_t place = 0; place < whole.size(); ++place)
        for (unsigned bit = 0; bit < 8; ++bit) {
            Bytes damaged = whole;
            damaged[place] ^= std::byte{1} << bit;
            refused += is_refused(damaged) ? 1U : 0U;
        }
    EXPECT_GT(refused, 0U);
}

TEST(SnapshotCodec, SurvivesRandomDamage) {
    const Bytes whole = encode(small_snapshot());
    std::mt19937_64 generator(3);
    for (int attempt = 0; attempt < 5000; ++attempt) {
        Bytes damaged = whole;
        for (int change = 0; change < 4; ++change) {
            const std::size_t place = generator() % damaged.size();
            const std::size_t count = std::min<std::size_t>(1 + generator() % 8, damaged.size() - place);
            for (std::size_t i = 0; i < count; ++i) damaged[place + i] = static_cast<std::byte>(generator() % 256);
        }
        if (attempt % 4 == 0)
            damaged.erase(damaged.begin(), damaged.begin() + static_cast<std::ptrdiff_t>(generator() % 64));
        is_refused(damaged);
    }
}

TEST(SnapshotCodec, RefusesWhatWasNeverASnapshot) {
    EXPECT_TRUE(is_refused({}));
    EXPECT_TRUE(is_refused(Bytes(8)));
    EXPECT_TRUE(is_refused(Bytes(1000, std::byte{0xff})));
}

TEST(SnapshotCodec, RefusesNumbersThatTheirFieldsCannotHold) {
    Bytes bytes = encode(Snapshot{});
    constexpr std::size_t status = 16;  // after the mark and the length of the experiment's id
    bytes[status] = std::byte{4};
    EXPECT_TRUE(is_refused(bytes)) << "no such status";
    bytes[status] = std::byte{0};
    bytes[status + 4] = std::byte{1};
    EXPECT_TRUE(is_refused(bytes)) << "2^32 must not be taken for 0";
}

TEST(SnapshotCodec, RefusesASeriesThatDoesNotFitItsSamples) {
    Snapshot snapshot = small_snapshot();
    snapshot.history.series[0].values.pop_back();
    EXPECT_TRUE(is_refused(encode(snapshot)));
    snapshot = small_snapshot();
    snapshot.history.series[1].width = 1;
    EXPECT_TRUE(is_refused(encode(snapshot)));
    snapshot = small_snapshot();
    snapshot.history.steps.clear();
    EXPECT_TRUE(is_refused(encode(snapshot)));
}

TEST(SnapshotCodec, RefusesAnArrayThatDoesNotFillItsShape) {
    Snapshot snapshot = small_snapshot();
    snapshot.arrays.at("U").shape = {2, 3};
    EXPECT_TRUE(is_refused(encode(snapshot)));
    constexpr std::size_t huge = std::size_t{1} << (4 * sizeof(std::size_t));
    snapshot.arrays.at("U").shape = {huge, huge, 4};  // the product overflows to 0
    EXPECT_TRUE(is_refused(encode(snapshot)));
}

}  // namespace
}  // namespace polarize
