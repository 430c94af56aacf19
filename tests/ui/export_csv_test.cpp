#include "export_csv.hpp"

#include <gtest/gtest.h>

#include "sample_runs.hpp"

namespace polarize::ui {
namespace {

TEST(Csv, HasAHeadingAndARowASample) {
    EXPECT_EQ(csv_text(descent_history({0, 10})),
              "step,alpha_1,alpha_2,loss\n"
              "0,0,-0,0.5\n"
              "10,10,-10,10.5\n");
}

TEST(Csv, OfNothingIsAHeading) { EXPECT_EQ(csv_text({}), "step\n"); }

}  // namespace
}  // namespace polarize::ui
