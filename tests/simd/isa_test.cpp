// The choice of an instruction set at run time.

#include <polarize/isa.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "simd/isa_table.hpp"
#include "support/errors.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::error_of;

/// The names in the library's table, whether or not this machine runs them.
#define POLARIZE_TEXT(name, text, runs) text,
constexpr auto kTableNames = std::to_array<std::string_view>({POLARIZE_ISA_TABLE(POLARIZE_TEXT)});
#undef POLARIZE_TEXT

TEST(InstructionSet, ScalarIsAlwaysThereAndTheSlowest) { EXPECT_EQ(available_isas().front(), Isa::scalar); }

TEST(InstructionSet, TheBestOneIsUsedUnlessToldOtherwise) { EXPECT_EQ(active_isa(), available_isas().back()); }

TEST(InstructionSet, TableHoldsWhatThisBuildIsCompiledFor) {
    const std::vector<std::string_view> names(kTableNames.begin(), kTableNames.end());
#if defined(__x86_64__)
    EXPECT_EQ(names, (std::vector<std::string_view>{"scalar", "sse2", "avx2", "avx512"}));
    EXPECT_GE(available_isas().size(), 2U);  // every such machine runs sse2
#elif defined(__aarch64__)
    EXPECT_EQ(names, (std::vector<std::string_view>{"scalar", "neon64"}));
    EXPECT_EQ(available_isas().size(), 2U);
#elif defined(__wasm_relaxed_simd__)
    EXPECT_EQ(names, (std::vector<std::string_view>{"scalar", "relaxed-simd"}));
    EXPECT_EQ(available_isas().size(), 2U);
#elif defined(__wasm_simd128__)
    EXPECT_EQ(names, (std::vector<std::string_view>{"scalar", "simd128"}));
    EXPECT_EQ(available_isas().size(), 2U);
#else
    EXPECT_EQ(names, std::vector<std::string_view>{"scalar"});
#endif
}

TEST(InstructionSet, HasTheNameOfItsRow) {
    for (std::size_t row = 0; row < kTableNames.size(); ++row) EXPECT_EQ(name(static_cast<Isa>(row)), kTableNames[row]);
    EXPECT_EQ(name(Isa::scalar), "scalar");
}

TEST(InstructionSet, IsFoundByItsName) {
    for (const Isa isa : available_isas()) EXPECT_EQ(find_isa(name(isa)), isa);
}

TEST(InstructionSet, OnceSelectedIsActive) {
    for (const Isa isa : available_isas()) {
        const test::WithIsa selected(isa);
        EXPECT_EQ(active_isa(), isa);
    }
    EXPECT_EQ(active_isa(), available_isas().back());
}

TEST(InstructionSet, ThatIsNotHereIsRefusedByName) {
    const Isa before = active_isa();
    const std::string message = error_of([] { find_isa("altivec"); });
    EXPECT_NE(message.find("instruction set: \"altivec\""), std::string::npos) << message;
    EXPECT_NE(message.find("allowed: scalar"), std::string::npos) << message;
    const std::vector<Isa> available = available_isas();
    for (std::size_t row = 0; row < kTableNames.size(); ++row) {
        const auto isa = static_cast<Isa>(row);
        if (std::ranges::find(available, isa) != available.end()) continue;
        EXPECT_NE(error_of([&] { select_isa(isa); }).find("\"" + std::string(name(isa)) + "\""), std::string::npos);
    }
    EXPECT_EQ(active_isa(), before);
}

}  // namespace
}  // namespace polarize
