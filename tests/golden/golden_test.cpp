// The same bits on every instruction set, natively and as WebAssembly, today as when the hashes were written (by
// write_golden).
//
// Starts are drawn from the experiments' default seeds. Normals and targets take log and exp of the C library, which
// rounds about 5 in 100 000 results differently from one library to another; the default seeds meet none of them.

#include "golden/golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <polarize/catalogue.hpp>
#include "support/reference.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

class Golden : public ::testing::TestWithParam<Isa> {};

INSTANTIATE_TEST_SUITE_P(InstructionSets, Golden, ::testing::ValuesIn(available_isas()), [](const auto& info) {
    std::string text(name(info.param));
    std::ranges::replace(text, '-', '_');
    return text;
});

TEST_P(Golden, RunsHaveTheirBits) {
    const test::WithIsa selected(GetParam());
    for (const Experiment& experiment : catalogue()) {
        const std::string id(experiment.id);
        const nlohmann::json expected = nlohmann::json::parse(test::test_file("golden/" + id + ".json"));
        const nlohmann::json actual = test::golden_records(id);
        ASSERT_FALSE(actual.empty()) << id;
        ASSERT_EQ(actual.size(), expected.size()) << id;
        for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_EQ(actual[i], expected[i]) << id;
    }
}

}  // namespace
}  // namespace polarize
