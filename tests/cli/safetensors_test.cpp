// Reading and writing .safetensors: what is damaged or foreign is told by name, and nothing of it is taken.

#include "arrays/safetensors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/errors.hpp"

namespace polarize {
namespace {

using Bytes = std::vector<std::byte>;

/// A file of this header and of `data_size` zero bytes.
Bytes file(const std::string& header, std::size_t data_size) {
    Bytes bytes(8 + header.size() + data_size);
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(header.size() >> (8 * i) & 0xffU);
    std::ranges::transform(header, bytes.begin() + 8, [](char letter) { return static_cast<std::byte>(letter); });
    return bytes;
}

std::string complaint(const std::string& header, std::size_t data_size) {
    return test::error_of([&] { (void)parse_safetensors(file(header, data_size)); });
}

/// A header of one tensor called w with these entries.
std::string tensor_w(const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return R"({"w":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
}

Safetensors sample() {
    Safetensors sample;
    sample.metadata = {{"format", "pt"}, {"note", "quotes \" and ü"}};
    sample.tensors["layers.0.q_proj.weight"] = {TensorType::f32, {{2, 3}, {0, -0.5, 1, 1e-30F, 3.25, -7}}};
    sample.tensors["scalar"] = {TensorType::f64, {{}, {0.1}}};
    sample.tensors["steps"] = {TensorType::i64, {{2}, {-1, 9007199254740992.0}}};
    sample.tensors["empty"] = {TensorType::f32, {{0, 4}, {}}};
    return sample;
}

TEST(Safetensors, ReadsBackWhatItWroteToTheBit) {
    const Safetensors before = sample();
    const Bytes bytes = format_safetensors(before);
    EXPECT_EQ(parse_safetensors(bytes), before);
    EXPECT_EQ(format_safetensors(parse_safetensors(bytes)), bytes);
}

TEST(Safetensors, AlignsDataToEightBytes) {
    const Bytes bytes = format_safetensors(sample());
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < 8; ++i) length |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    EXPECT_EQ(length % 8, 0U);
    EXPECT_EQ(bytes.size(), 8 + length + 6 * 4 + 8 + 2 * 8);
}

TEST(Safetensors, ReadsTensorsInAnyOrderOfTheHeader) {
    const Safetensors read = parse_safetensors(file(
        R"({"b":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},"a":{"shape":[1],"data_offsets":[0,8],"dtype":"F64"}})",
        12));
    EXPECT_EQ(read.tensors.at("b").array.data.size(), 1U);
    EXPECT_EQ(read.tensors.at("a").type, TensorType::f64);
}

TEST(Safetensors, NamesWhatDoesNotFit) {
    EXPECT_EQ(complaint(tensor_w("BF16", "[2]", "[0,4]"), 4),
              "\"w\": dtype \"BF16\" cannot be read; allowed: F32, F64, I64");
    EXPECT_EQ(complaint(tensor_w("F32", "[2]", "[0,4]"), 4),
              "\"w\": data_offsets hold 4 bytes; shape (2) of F32 asks for others");
    EXPECT_EQ(complaint(tensor_w("F32", "[2,-1]", "[0,8]"), 8), "\"w\": shape holds -1; allowed: sizes from 0 on");
    constexpr std::size_t deep = 200000;
    EXPECT_EQ(complaint(tensor_w("F32", std::string(deep, '[') + std::string(deep, ']'), "[0,8]"), 8),
              "\"w\": shape holds an array; allowed: sizes from 0 on");
    EXPECT_EQ(complaint(tensor_w("F32", "2", "[0,8]"), 8), "\"w\": shape is not a list");
    EXPECT_EQ(complaint(tensor_w("F32", "[1]", "[4,8]"), 8),
              "\"w\": data_offsets begin at 4; allowed: where the tensor before ends, 0");
    EXPECT_EQ(complaint(tensor_w("F32", "[2]", "[0,8]"), 4),
              "\"w\": data_offsets end at 8, beyond the file's 4 bytes of data");
    EXPECT_EQ(complaint(tensor_w("F32", "[1]", "[0,4]"), 8), "data: 4 bytes follow the last tensor; allowed: none");
    EXPECT_EQ(complaint(tensor_w("F32", "[1]", "[8,4]"), 8),
              "\"w\": data_offsets are not a beginning and an end after it");
    EXPECT_EQ(complaint(R"({"w":{"shape":[1],"data_offsets":[0,4]}})", 4), "\"w\": has no dtype");
    EXPECT_EQ(complaint(R"({"w":7})", 0), "\"w\": not a JSON object");
    EXPECT_EQ(complaint(R"({"__metadata__":{"a":1}})", 0), "__metadata__: \"a\" is not text");
}

TEST(Safetensors, RefusesANameTwiceAndTensorsThatOverlap) {
    const std::string w = R"("w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
    EXPECT_EQ(complaint("{" + w + "," + w + "}", 4), "\"w\": stands twice in the header; allowed: once");
    EXPECT_EQ(complaint("{" + w + R"(,"v":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8),
              "\"v\": data_offsets begin at 0; allowed: where the tensor before ends, 4");
}

TEST(Safetensors, RefusesAShapeWhoseProductOverflows) {
    const std::string half = std::to_string(std::size_t{1} << (4 * sizeof(std::size_t)));
    std::string shape = "[";
    shape.append(half).append(",").append(half).append("]");
    EXPECT_FALSE(complaint(tensor_w("F32", shape, "[0,0]"), 0).empty());
}

TEST(Safetensors, RefusesWhatIsNoSuchFile) {
    EXPECT_EQ(test::error_of([] { (void)parse_safetensors(Bytes(3)); }), "header: the file ends before its length");
    EXPECT_NE(test::error_of([] {
                  (void)parse_safetensors(Bytes(100, std::byte{0xff}));
              }).find("is this a .safetensors file?"),
              std::string::npos);
    EXPECT_EQ(complaint("[1, 2]", 0), "header: not a JSON object");
    EXPECT_EQ(complaint("{\"w\":", 0), "header: not JSON; is this a .safetensors file?");
}

TEST(Safetensors, RefusesIntegersThatADoubleCannotHold) {
    Bytes bytes = file(tensor_w("I64", "[1]", "[0,8]"), 8);
    for (std::size_t i = bytes.size() - 8; i < bytes.size(); ++i) bytes[i] = std::byte{0x7f};
    EXPECT_NE(test::error_of([&] { (void)parse_safetensors(bytes); }).find("is not exact as a double"),
              std::string::npos);
}

TEST(Safetensors, SurvivesEveryFlippedBitAndEveryCut) {
    const Bytes whole = format_safetensors(sample());
    for (std::size_t place = 0; place < whole.size(); ++place)
        for (unsigned bit = 0; bit < 8; ++bit) {
            Bytes damaged = whole;
            damaged[place] ^= std::byte{1} << bit;
            try {
                const Safetensors read = parse_safetensors(damaged);
                EXPECT_EQ(parse_safetensors(format_safetensors(read)).tensors.size(), read.tensors.size());
            } catch (const Error& error) {
                EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
            }
        }
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_THROW((void)parse_safetensors(cut), Error) << length;
    }
}

}  // namespace
}  // namespace polarize
