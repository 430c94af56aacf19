// Reading and writing .safetensors: what is damaged or foreign is told by name, and nothing of it is taken.

#include "arrays/safetensors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
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
    sample.tensors["layers.0.q_proj.weight"] = {{2, 3}, std::vector<float>{0, -0.5, 1, 1e-30F, 3.25, -7}};
    sample.tensors["scalar"] = {{}, std::vector<double>{0.1}};
    sample.tensors["steps"] = {{2}, std::vector<std::int64_t>{-1, 9007199254740993}};
    sample.tensors["empty"] = {{0, 4}, std::vector<float>{}};
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
    EXPECT_EQ(read.tensors.at("b").numbers, TensorNumbers(std::vector<float>{0}));
    EXPECT_EQ(read.tensors.at("a").numbers, TensorNumbers(std::vector<double>{0}));
}

TEST(Safetensors, NamesWhatDoesNotFit) {
    EXPECT_EQ(complaint(tensor_w("U8", "[4]", "[0,4]"), 4),
              "\"w\": dtype \"U8\" cannot be read; allowed: F16, BF16, F32, F64, I64");
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

TEST(Safetensors, ReadsHalfPrecisionExactly) {
    const auto read = [](const std::string& dtype, const std::vector<std::uint16_t>& bits) {
        const std::size_t size = 2 * bits.size();
        const std::string shape = "[" + std::to_string(bits.size()) + "]";
        Bytes bytes = file(tensor_w(dtype, shape, "[0," + std::to_string(size) + "]"), size);
        std::memcpy(bytes.data() + bytes.size() - size, bits.data(), size);
        return std::get<std::vector<float>>(parse_safetensors(bytes).tensors.at("w").numbers);
    };
    EXPECT_EQ(read("F16", {0x3c00, 0xc000, 0x7bff, 0x0400, 0x03ff, 0x0001, 0x7c00, 0xfc00}),
              (std::vector<float>{1, -2, 65504, 0x1p-14F, 1023 * 0x1p-24F, 0x1p-24F, INFINITY, -INFINITY}));
    EXPECT_TRUE(std::signbit(read("F16", {0x8000})[0]));
    EXPECT_TRUE(std::isnan(read("F16", {0x7e00})[0]));
    EXPECT_EQ(read("BF16", {0x3f80, 0xc049, 0x7f80, 0x0001}), (std::vector<float>{1, -3.140625F, INFINITY, 0x1p-133F}));
}

TEST(Safetensors, RefusesWhatStandsBeforeOrBehindTheJson) {
    const std::string header = tensor_w("F32", "[1]", "[0,4]");
    EXPECT_NO_THROW((void)parse_safetensors(file(header + "   \n", 4)));
    EXPECT_EQ(complaint("\xEF\xBB\xBF" + header, 4), "header: begins with a byte-order mark; allowed: {");
    EXPECT_EQ(complaint(header + "{}", 4), "header: not JSON; is this a .safetensors file?");
    EXPECT_EQ(complaint(header + "x", 4), "header: not JSON; is this a .safetensors file?");
    EXPECT_EQ(complaint(header + std::string(1, '\0') + "x", 4),
              "header: holds a NUL byte; allowed: JSON, then spaces");
    EXPECT_EQ(complaint(header + std::string(3, '\0'), 4), "header: holds a NUL byte; allowed: JSON, then spaces");
}

TEST(Safetensors, RefusesAKeyTwiceAtAnyDepth) {
    EXPECT_EQ(complaint(R"({"w":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4),
              "\"dtype\": stands twice in the header; allowed: once");
    EXPECT_EQ(complaint(R"({"__metadata__":{"a":"1","b":"","\u0061":"2"}})", 0),
              "\"a\": stands twice in the header; allowed: once");
    EXPECT_EQ(complaint(R"({"w":{"x":{"y":[{"z":1,"z":2}]}}})", 0), "\"z\": stands twice in the header; allowed: once");
    // In two objects it may stand once each.
    EXPECT_NO_THROW((void)parse_safetensors(file(
        R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"b":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})",
        0)));
}

TEST(Safetensors, TakesOffsetsBeyond32BitsFromTheHeaderAlone) {
    constexpr std::uint64_t five_gibibytes = std::uint64_t{5} << 30U;
    const std::string header = tensor_w("F32", "[1342177280]", "[0,5368709120]");
    Bytes bytes = file(header, 0);
    std::span<const std::byte> left = bytes;
    const auto source = [&](std::span<std::byte> wanted) {
        const std::size_t count = std::min(left.size(), wanted.size());
        std::ranges::copy(left.first(count), wanted.begin());
        left = left.subspan(count);
        return count;
    };
    const SafetensorsReader reader(source, bytes.size() + five_gibibytes);
    EXPECT_EQ(reader.header().tensors.at(0).end, five_gibibytes);
    left = bytes;
    EXPECT_EQ(test::error_of([&] { (void)SafetensorsReader(source, bytes.size() + five_gibibytes - 1); }),
              "\"w\": data_offsets end at 5368709120, beyond the file's 5368709119 bytes of data");
    // Of a pipe that says so and ends, no more is allocated than came.
    left = bytes;
    EXPECT_EQ(test::error_of([&] { (void)SafetensorsReader(source, std::nullopt).read(); }),
              "\"w\": the file ends inside it");
}

TEST(Safetensors, WritesWithoutCopiesFromWhereTheNumbersAre) {
    const std::vector<float> numbers{1, 2, 3};
    std::vector<const char*> written;
    write_safetensors([&](std::string_view part) { written.push_back(part.data()); }, {},
                      {{"w", {3}, std::span(numbers)}});
    EXPECT_EQ(written.back(), reinterpret_cast<const char*>(numbers.data()));
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

/// `whole` cut short, with bytes changed or words that JSON readers know put in, with a piece left out or repeated.
Bytes damaged(const Bytes& whole, std::mt19937& dice) {
    constexpr std::array<std::string_view, 16> words{"{",
                                                     "}",
                                                     "[",
                                                     "]",
                                                     "\"",
                                                     ",",
                                                     ":",
                                                     "\\u0000",
                                                     "1e999",
                                                     "-1",
                                                     "null",
                                                     "true",
                                                     "18446744073709551616",
                                                     "\"dtype\":",
                                                     "\xEF\xBB\xBF",
                                                     "\xFF"};
    Bytes bytes = whole;
    const auto below = [&](std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(dice);
    };
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size()));
    const auto end = place + std::min<std::ptrdiff_t>(bytes.end() - place, static_cast<std::ptrdiff_t>(1 + below(40)));
    switch (below(5)) {
        case 0: bytes.erase(place, bytes.end()); break;
        case 1: *place = static_cast<std::byte>(below(256)); break;
        case 2: bytes.erase(place, end); break;
        case 3: {
            const Bytes piece(place, end);
            bytes.insert(place, piece.begin(), piece.end());
            break;
        }
        default: {
            const auto word = std::as_bytes(std::span(words.at(below(words.size()))));
            bytes.insert(place, word.begin(), word.end());
        }
    }
    // The header keeps its length in half of them, so that the damage is met behind that check, too.
    if (below(2) == 0 && bytes.size() >= 8) {
        const std::uint64_t length = whole.size() - 8 - 48;
        std::memcpy(bytes.data(), &length, sizeof length);
    }
    return bytes;
}

TEST(Safetensors, RefusesWhateverIsDamagedInOneLineOrReadsItWhole) {
    const Bytes whole = format_safetensors(sample());
    std::mt19937 dice(7);
    std::size_t refused = 0;
    constexpr std::size_t tries = 20000;
    for (std::size_t i = 0; i < tries; ++i) {
        Bytes bytes = damaged(whole, dice);
        if (i % 2 == 0 && !bytes.empty()) bytes = damaged(bytes, dice);
        try {
            const Safetensors read = parse_safetensors(bytes);
            EXPECT_EQ(parse_safetensors(format_safetensors(read)).tensors.size(), read.tensors.size());
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
            ++refused;
        }
    }
    EXPECT_GT(refused, tries / 2);
}

}  // namespace
}  // namespace polarize
