// The choice of an instruction set at run time.

#include <polarize/isa.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/errors.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::error_of;

constexpr std::array kAllIsas{Isa::scalar, Isa::sse2, Isa::avx2, Isa::avx512, Isa::simd128, Isa::relaxed_simd};

bool is_available(Isa isa) {
    const std::vector<Isa> available = available_isas();
    return std::ranges::find(available, isa) != available.end();
}

TEST(InstructionSet, ScalarIsAlwaysThereAndTheSlowest) { EXPECT_EQ(available_isas().front(), Isa::scalar); }

TEST(InstructionSet, TheBestOneIsUsedUnlessToldOtherwise) { EXPECT_EQ(active_isa(), available_isas().back()); }

TEST(InstructionSet, OfThisBuild) {
#if defined(__x86_64__)
    EXPECT_TRUE(is_available(Isa::sse2));
    EXPECT_FALSE(is_available(Isa::simd128));
#elif defined(__wasm_relaxed_simd__)
    EXPECT_EQ(available_isas(), (std::vector{Isa::scalar, Isa::relaxed_simd}));
#elif defined(__wasm_simd128__)
    EXPECT_EQ(available_isas(), (std::vector{Isa::scalar, Isa::simd128}));
#elif defined(__EMSCRIPTEN__)
    EXPECT_EQ(available_isas(), std::vector{Isa::scalar});
#endif
}

TEST(InstructionSet, HasANameThatFindsIt) {
    const std::vector<std::string> names{"scalar", "sse2", "avx2", "avx512", "simd128", "relaxed-simd"};
    for (std::size_t i = 0; i < kAllIsas.size(); ++i) EXPECT_EQ(name(kAllIsas[i]), names[i]);
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
    for (const Isa isa : kAllIsas) {
        if (is_available(isa)) continue;
        const std::string message = error_of([&] { select_isa(isa); });
        EXPECT_NE(message.find("\"" + std::string(name(isa)) + "\""), std::string::npos) << message;
        EXPECT_NE(message.find("allowed: scalar"), std::string::npos) << message;
        EXPECT_EQ(active_isa(), before);
    }
    const std::string message = error_of([] { find_isa("neon"); });
    EXPECT_NE(message.find("instruction set: \"neon\""), std::string::npos) << message;
}

}  // namespace
}  // namespace polarize
