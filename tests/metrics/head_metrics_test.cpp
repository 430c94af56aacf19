// What is measured of an attention head, on maps small enough to do by hand.

#include <polarize/attention_metrics.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace polarize {
namespace {

using Weights = std::vector<float>;

HeadMetrics measured(const std::vector<Weights>& maps, bool causal) {
    HeadMeter meter;
    for (const Weights& weights : maps) {
        const auto length = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(weights.size()))));
        meter.add({weights, length, causal});
    }
    return meter.result();
}

// Five tokens: the queries 1 and 2 count for the sink, and 3 for the score with one more row.
const Weights kSink{1,    0,    0,    0,    0,  //
                    0.9F, 0.1F, 0,    0,    0,  //
                    0.7F, 0.2F, 0.1F, 0,    0,  //
                    0.2F, 0.2F, 0.2F, 0.4F, 0,  //
                    0.5F, 0,    0,    0,    0.5F};

TEST(SinkScore, IsTheShareOfTheFirstTokenOverTheQueriesButTheFirstAndTheLastTwo) {
    const SinkMetrics sink = measured({kSink}, true).sink;
    EXPECT_NEAR(sink.score, (0.9 + 0.7) / 2, 1e-6);
    EXPECT_NEAR(sink.total_weight, 1, 1e-6);
    EXPECT_NEAR(sink.first_weight, 0.8, 1e-6);
    EXPECT_NEAR(sink.next_row_score, (0.9 + 0.7 + 0.2) / 3, 1e-6) << "one more row and it is no sink any more";
}

/// Five tokens: query 1 has these weights on the first two tokens, query 2 has little, all on the first one.
Weights uneven(float weight_on_first, float weight_on_second) {
    Weights map(25, 0.0F);
    map[5] = weight_on_first;   // query 1
    map[6] = weight_on_second;  // query 1
    map[10] = 0.01F;            // query 2
    return map;
}

TEST(SinkScore, WeighsRowsByTheirWeightAndSequencesEqually) {
    // Ratios by sequence: 1.01/4.01 and 3.01/4.01; by row: 1/4, 1, 3/4, 1; pooled the sequences weigh what they hold.
    const SinkMetrics sink = measured({uneven(1, 3), uneven(30, 10)}, true).sink;
    EXPECT_NEAR(sink.score, (1.01 / 4.01 + 30.01 / 40.01) / 2, 1e-6);
    EXPECT_NEAR(sink.row_score, (0.25 + 1 + 0.75 + 1) / 4, 1e-6);
    EXPECT_NEAR(sink.pooled_score, 31.02 / 44.02, 1e-6);
    EXPECT_NEAR(sink.total_weight, 44.02 / 4, 1e-5);
    EXPECT_NEAR(sink.first_weight, 31.02 / 4, 1e-5);
}

TEST(SinkScore, TellsSignedWeightsFromTheirSizes) {
    const SinkMetrics sink = measured({uneven(1, -3)}, true).sink;
    EXPECT_NEAR(sink.score, 1.01 / -1.99, 1e-6);
    EXPECT_NEAR(sink.absolute_score, 1.01 / 4.01, 1e-6);
}

TEST(SinkScore, IsHighOnAHeadThatHardlyAttendsAtAllWhichTheTotalWeightShows) {
    const SinkMetrics sink = measured({uneven(1e-4F, 0)}, true).sink;
    EXPECT_GT(sink.score, 0.99);
    EXPECT_LT(sink.total_weight, 0.01);
}

TEST(SinkScore, IsZeroForAHeadWithoutWeightAndForSequencesThatAreTooShort) {
    EXPECT_EQ(measured({Weights(25, 0.0F)}, true).sink, SinkMetrics{});
    EXPECT_EQ(measured({{1, 0, 1, 0}}, false).sink, SinkMetrics{});
}

TEST(HeadMetrics, CountOnlyWhatAQueryMaySee) {
    // Causal: rows (1), (0.5, 0.5). Not causal: rows (1, 0), (0.5, 0.5).
    const Weights map{1, 0, 0.5F, 0.5F};
    const HeadMetrics causal = measured({map}, true);
    EXPECT_NEAR(causal.tiny_share, 0, 1e-9) << "a masked weight is no small weight";
    EXPECT_NEAR(causal.large_share, 1, 1e-9);
    const HeadMetrics both = measured({map}, false);
    EXPECT_NEAR(both.tiny_share, 0.25, 1e-9);
    EXPECT_NEAR(both.large_share, 0.75, 1e-9);
    EXPECT_NEAR(both.sparsity, 0.75, 1e-6);
    EXPECT_NEAR(both.first_token, 0.75, 1e-6);
}

TEST(HeadMetrics, MeasureTheEntropyOfWhereTheWeightGoes) {
    const HeadMetrics metrics = measured({{0.5F, 0.5F, 0, 2}}, false);
    EXPECT_NEAR(metrics.entropy, std::log(2.0) / 2, 1e-6) << "mean of log 2 and 0";
    EXPECT_NEAR(metrics.last_entropy, 0, 1e-9) << "of the last row: all weight in one place, however much";
    const HeadMetrics is_signed = measured({{1, -1, 1, -1}}, false);
    EXPECT_NEAR(is_signed.entropy, std::log(2.0), 1e-6) << "of the sizes";
}

TEST(HeadMetrics, GiveTheLastQuerysLargestWeightAgainstItsSum) {
    const HeadMetrics metrics = measured({{0, 0, 0.8F, 0.2F}, {0, 0, 0.2F, 0.6F}}, false);
    EXPECT_NEAR(metrics.rel_attn_max, (0.8 + 0.75) / 2, 1e-6);
    EXPECT_NEAR(metrics.rel_attn_max_abs, metrics.rel_attn_max, 1e-9) << "the same for positive weights";
    EXPECT_NEAR(metrics.attn_max, 0.7, 1e-6);
    EXPECT_NEAR(metrics.attn_sum, 0.9, 1e-6);
}

TEST(HeadMetrics, KeepTheSignOfRatiosOfSignedWeights) {
    const HeadMetrics metrics = measured({{0, 0, 1, -3}}, false);
    EXPECT_NEAR(metrics.rel_attn_max, -0.5, 1e-6) << "the largest weight is 1, their sum -2";
    EXPECT_NEAR(metrics.rel_attn_max_abs, 0.75, 1e-6) << "the largest size is 3 of 4";
}

TEST(HeadMetrics, AreFiniteWhereARowHasNoWeightAtAll) {
    EXPECT_EQ(measured({{0, 0, 0, 0}}, false).rel_attn_max, 0);
    EXPECT_EQ(measured({}, true), HeadMetrics{}) << "nothing was measured";
}

}  // namespace
}  // namespace polarize
