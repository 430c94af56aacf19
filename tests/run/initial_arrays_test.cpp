// Where runs start: the arrays that a seed gives, in the order of the catalogue's set-up, and arrays that are given
// instead.

#include <gtest/gtest.h>

#include <cmath>

#include "numeric/numpy_random.hpp"
#include "support/compare.hpp"
#include "support/reference.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::reference_values;
using test::same_bits;
using test::Settings;

Arrays start_of(std::string_view id, const Settings& settings = {}, const Arrays& given = {}) {
    return test::runner_of(id, settings, given)->snapshot().arrays;
}

/// Whether the start of `id` holds the bits of the reference array of the same name in `folder`.
void expect_published_bits(const Arrays& start, const std::string& name, const std::string& file) {
    EXPECT_TRUE(same_bits(start.at(name).data, reference_values(file))) << file;
    EXPECT_EQ(start.at(name).shape, test::reference(file).shape) << file;
}

TEST(InitialArrays, OfLogisticAreThePapersToTheBit) {
    const Arrays start = start_of("logistic");
    for (const std::string name : {"V", "a", "beta_star"}) expect_published_bits(start, name, "logistic/" + name);
}

TEST(InitialArrays, OfTheNormalisersAreThePapersToTheBit) {
    for (const char* id : {"normalisers-square", "normalisers-logistic"}) {
        const Arrays start = start_of(id);
        for (const std::string name : {"V", "a", "beta_star"})
            expect_published_bits(start, name, "normalisers/" + name);
    }
}

// The scores are exact. The published teacher was divided by a norm from BLAS, which adds in an order of its own.
TEST(InitialArrays, OfTheTiedModelAreThePapers) {
    for (const char* D : {"10", "20", "50"}) {
        const Arrays start = start_of("tied", {{"D", D}});
        const std::string prefix = "tied/D" + std::string(D) + "_";
        expect_published_bits(start, "a", prefix + "a");
        EXPECT_TRUE(close(start.at("beta_star").data, reference_values(prefix + "beta_star"), 4e-16)) << D;
        const std::size_t size = start.at("a").data.size();
        for (std::size_t i = 0; i < size * size; ++i) ASSERT_EQ(start.at("U").data[i], i % (size + 1) == 0 ? 1 : 0);
    }
}

// X is made of singular vectors, whose last bits depend on the algorithm.
TEST(InitialArrays, OfConditioningAreThePapers) {
    for (const char* kappa : {"1", "3", "5"}) {
        const Arrays start = start_of("conditioning", {{"kappa", kappa}});
        const std::string prefix = "conditioning/kappa" + std::string(kappa) + "_";
        for (const std::string name : {"V", "a", "y"}) expect_published_bits(start, name, prefix + name);
        EXPECT_TRUE(close(start.at("X").data, reference_values(prefix + "X"), 0, 1e-13)) << kappa;
    }
}

TEST(InitialArrays, OfKlAreThePapers) {
    const Arrays start = start_of("kl");
    for (const std::string name : {"V", "a"}) expect_published_bits(start, name, "kl/" + name);
    // NumPy's exp over an array is not the C library's; they differ in the last bit.
    EXPECT_TRUE(close(start.at("p_star").data, reference_values("kl/p_star"), 4e-16));
}

TEST(InitialArrays, KeepTheSignOfZeroThatNumpyDraws) {
    const std::vector<double> a = start_of("logistic").at("a").data;
    bool negative_zero = false;
    for (const double score : a) {
        EXPECT_EQ(score, 0);
        negative_zero |= std::signbit(score);
    }
    EXPECT_TRUE(negative_zero);
}

std::vector<double> scaled(std::vector<double> values, double factor) {
    for (double& value : values) value *= factor;
    return values;
}

TEST(InitialArrays, OfCustomAreDrawnInTheOrderOfItsSetUp) {
    for (const char* loss : {"logistic", "square", "regression", "kl", "logistic_data"}) {
        const Arrays start =
            start_of("custom", {{"loss", loss}, {"d", "4"}, {"k", "3"}, {"n", "5"}, {"seed", "7"}, {"a_mean", "0"}});
        NumpyRandom random(7);
        EXPECT_TRUE(close(start.at("V").data, scaled(random.normals(12), 0.1), 1e-16)) << loss;
        EXPECT_TRUE(close(start.at("a").data, scaled(random.normals(3), 0.1), 1e-16)) << loss;
        if (start.contains("beta_star")) {
            std::vector<double> beta_star = random.normals(4);
            const double norm = std::sqrt(beta_star[0] * beta_star[0] + beta_star[1] * beta_star[1] +
                                          beta_star[2] * beta_star[2] + beta_star[3] * beta_star[3]);
            EXPECT_TRUE(close(start.at("beta_star").data, scaled(beta_star, 1 / norm), 1e-15)) << loss;
        }
        if (start.contains("X")) {
            EXPECT_TRUE(same_bits(start.at("X").data, random.normals(20))) << loss;
            std::vector<double> y = random.normals(5);
            if (std::string_view(loss) == "logistic_data")
                for (double& label : y) label = label < 0 ? -1 : 1;
            EXPECT_TRUE(same_bits(start.at("y").data, y)) << loss;
        }
        if (start.contains("p_star")) {
            const std::vector<double> p_star = start.at("p_star").data;
            const std::vector<double> uniforms = random.uniforms(4);
            for (std::size_t i = 0; i < 4; ++i)
                EXPECT_NEAR(std::log(p_star[i] / p_star[0]), 10 * (uniforms[i] - uniforms[0]), 1e-13) << loss;
        }
    }
}

TEST(InitialArrays, AreThoseThatTheLossReads) {
    const auto names = [](const char* loss) {
        std::string text;
        for (const auto& [name, array] : start_of("custom", {{"loss", loss}}))
            if (!name.ends_with("_final")) text += name + " ";
        return text;
    };
    EXPECT_EQ(names("logistic"), "V a beta_star ");
    EXPECT_EQ(names("square"), "V a beta_star ");
    EXPECT_EQ(names("regression"), "V X a y ");
    EXPECT_EQ(names("logistic_data"), "V X a y ");
    EXPECT_EQ(names("kl"), "V a p_star ");
}

TEST(InitialArrays, HaveTheShapesOfTheirSizes) {
    const Settings sizes{{"d", "4"}, {"k", "3"}, {"n", "5"}, {"loss", "regression"}};
    using Shape = std::vector<std::size_t>;
    EXPECT_EQ(start_of("custom", sizes).at("V").shape, (Shape{4, 3}));
    EXPECT_EQ(start_of("custom", sizes).at("X").shape, (Shape{5, 4}));
    EXPECT_EQ(start_of("custom", sizes).at("y").shape, (Shape{5}));
    EXPECT_EQ(start_of("kl", {{"d", "4"}, {"k", "3"}}).at("V").shape, (Shape{3, 4}));
}

TEST(InitialArrays, ScaleWithTheirParameters) {
    const Settings narrow{{"V_scale", "0.5"}, {"a_scale", "0.25"}, {"a_mean", "2"}};
    const Settings wide{{"V_scale", "1"}, {"a_scale", "0.5"}, {"a_mean", "2"}};
    const Arrays small = start_of("normalisers-square", narrow);
    const Arrays large = start_of("normalisers-square", wide);
    EXPECT_TRUE(same_bits(scaled(small.at("V").data, 2), large.at("V").data));
    for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(2 * (small.at("a").data[i] - 2), large.at("a").data[i] - 2, 1e-15);
    EXPECT_TRUE(same_bits(small.at("beta_star").data, large.at("beta_star").data));
}

TEST(InitialArrays, SharpenTheTarget) {
    const std::vector<double> flat = start_of("kl", {{"p_scale", "0"}}).at("p_star").data;
    EXPECT_TRUE(close(flat, std::vector<double>(10, 0.1), 1e-15));
}

TEST(InitialArrays, ThatAreGivenTakeTheirPlaceAndLeaveTheOthersAsDrawn) {
    const Arrays drawn = start_of("logistic");
    const Array a{{8}, {1, 2, 3, 4, 5, 6, 7, 8}};
    const Arrays start = start_of("logistic", {}, {{"a", a}});
    EXPECT_EQ(start.at("a"), a);
    EXPECT_TRUE(same_bits(start.at("V").data, drawn.at("V").data));
    EXPECT_TRUE(same_bits(start.at("beta_star").data, drawn.at("beta_star").data));
}

TEST(InitialArrays, ThatAreGivenDecideTheSizes) {
    const auto runner = test::runner_of("logistic", {}, {{"V", {{2, 3}, {1, 2, 3, 4, 5, 6}}}});
    EXPECT_EQ(runner->params().integer("d"), 2);
    EXPECT_EQ(runner->params().integer("k"), 3);
    EXPECT_EQ(runner->snapshot().alpha.size(), 3U);
    EXPECT_EQ(runner->snapshot().arrays.at("beta_star").shape, std::vector<std::size_t>{2});
}

TEST(InitialArrays, OfTheTiedModelMayAllBeGiven) {
    const Arrays given{{"U", {{2, 2}, {1, 0.5, -0.5, 1}}}, {"a", {{2}, {1, -1}}}, {"beta_star", {{2}, {0, 1}}}};
    const Arrays start = start_of("tied", {}, given);
    for (const auto& [name, array] : given) EXPECT_EQ(start.at(name), array) << name;
}

}  // namespace
}  // namespace polarize
