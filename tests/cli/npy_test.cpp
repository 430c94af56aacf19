#include "arrays/npy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <polarize/error.hpp>

namespace polarize {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// A version 1 file of `dictionary` and `data`.
std::vector<std::byte> file(std::string_view dictionary, std::string_view data) {
    std::string text = "\x93NUMPY";
    text += '\x01';
    text += '\x00';
    text += static_cast<char>(dictionary.size() % 256);
    text += static_cast<char>(dictionary.size() / 256);
    return bytes_of(text.append(dictionary).append(data));
}

TEST(Npy, WritesWhatItReadsToTheBit) {
    const Array array{
        {2, 3},
        {0.0, -0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max(), 0.1, -1.0 / 3}};
    const Array read = parse_npy(format_npy(array));
    EXPECT_EQ(read, array);
    EXPECT_TRUE(std::signbit(read.data[1]));
    EXPECT_EQ(format_npy(read), format_npy(array));
}

TEST(Npy, AlignsDataTo64Bytes) {
    for (const std::size_t size : {1U, 10U, 1000U, 100000U}) {
        EXPECT_EQ((format_npy(Array{{size}, std::vector<double>(size)}).size() - 8 * size) % 64, 0U);
    }
}

TEST(Npy, WritesIntegersAndText) {
    const std::vector<std::int64_t> values{0, -1, 1'000'000'000'000};
    EXPECT_EQ(parse_npy(format_npy(values)), (Array{{3}, {0, -1, 1e12}}));
    EXPECT_EQ(parse_npy(format_npy(std::string_view("AZ"))), (Array{{2}, {65, 90}}));
}

TEST(Npy, ReadsNarrowIntegers) {
    using namespace std::string_view_literals;
    const auto read = [](const std::string& type, std::string_view data) {
        return parse_npy(file("{'descr': '" + type + "', 'fortran_order': False, 'shape': (2,), }", data)).data;
    };
    EXPECT_EQ(read("<i2", "\xff\xff\x01\x02"sv), (std::vector<double>{-1, 513}));
    EXPECT_EQ(read("|i1", "\x80\x7f"sv), (std::vector<double>{-128, 127}));
    EXPECT_EQ(read(">u2", "\xff\xff\x01\x02"sv), (std::vector<double>{65535, 258}));
    EXPECT_EQ(read("<u4", "\xff\xff\xff\xff\0\0\0\0"sv), (std::vector<double>{4294967295.0, 0}));
}

TEST(Npy, ReadsTheIntegersOfOldHeaders) {
    const Array expected{{2, 3}, {1, 2, 3, 4, 5, 6}};
    for (const std::string_view shape : {"(2L, 3L)", "(2L,3L,)", "(2, 3L)"}) {
        const std::string dictionary =
            "{'descr': '|u1', 'fortran_order': False, 'shape': " + std::string(shape) + ", }   \n";
        EXPECT_EQ(parse_npy(file(dictionary, "\1\2\3\4\5\6")), expected) << shape;
    }
    for (const std::string_view shape : {"(2LL, 3)", "(2l, 3)", "(L, 3)", "(2 L, 3)"}) {
        const std::string dictionary =
            "{'descr': '|u1', 'fortran_order': False, 'shape': " + std::string(shape) + ", }";
        EXPECT_THROW((void)parse_npy(file(dictionary, "\1\2\3\4\5\6")), Error) << shape;
    }
}

TEST(Npy, ReadsHalfPrecisionOfEitherByteOrder) {
    using namespace std::string_view_literals;
    const auto read = [](const std::string& type, std::string_view data) {
        return parse_npy(file("{'descr': '" + type + "', 'fortran_order': True, 'shape': (2, 2), }", data));
    };
    const Array expected{{2, 2}, {1, 65504, -2, 0x1p-24}};
    EXPECT_EQ(read("<f2", "\x00\x3c\x00\xc0\xff\x7b\x01\x00"sv), expected);
    EXPECT_EQ(read(">f2", "\x3c\x00\xc0\x00\x7b\xff\x00\x01"sv), expected);
}

TEST(Npy, ReadsBigEndianAndFortranOrder) {
    using namespace std::string_view_literals;
    const Array expected{{2, 3}, {1, 2, 3, 4, 5, 6}};
    const auto big = file("{'descr': '>i4', 'fortran_order': False, 'shape': (2, 3), }",
                          "\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0\5\0\0\0\6"sv);
    const auto fortran = file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", "\1\4\2\5\3\6"sv);
    EXPECT_EQ(parse_npy(big), expected);
    EXPECT_EQ(parse_npy(fortran), expected);
}

TEST(Npy, ReadsFortranOrderOfThreeAxes) {
    std::string data;
    Array expected{{2, 3, 4}, {}};
    for (int k = 0; k < 4; ++k)
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 2; ++i) data += static_cast<char>(12 * i + 4 * j + k);
    for (int value = 0; value < 24; ++value) expected.data.push_back(value);
    EXPECT_EQ(parse_npy(file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 4), }", data)), expected);
}

TEST(Npy, ReadsScalarsAndEmptyArrays) {
    EXPECT_EQ(parse_npy(file("{'descr': '|b1', 'fortran_order': False, 'shape': (), }", "\x01")), (Array{{}, {1}}));
    EXPECT_EQ(parse_npy(file("{'shape': (0, 3), 'fortran_order': False, \"descr\": '<f8'}", "")), (Array{{0, 3}, {}}));
}

TEST(Npy, ReadsShapesAsLongAsAnIndexHoldsThem) {
    const std::string header = "{'descr': '<f8', 'fortran_order': True, 'shape': (99999999999, 0)}";
    if constexpr (sizeof(std::size_t) > 4) EXPECT_EQ(parse_npy(file(header, "")).data.size(), 0U);
    else EXPECT_THROW(parse_npy(file(header, "")), Error);
}

/// The message of the Error that reading `bytes` throws; "" when it throws none.
std::string error_of(const std::vector<std::byte>& bytes) {
    try {
        parse_npy(bytes);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Npy, NamesWhatIsWrong) {
    EXPECT_NE(error_of({}).find("signature"), std::string::npos);
    EXPECT_NE(error_of(bytes_of("hello, I am text")).find("signature"), std::string::npos);
    EXPECT_NE(error_of(bytes_of("\x93NUMPY\x04\x01xx{}")).find("version"), std::string::npos);
    EXPECT_NE(error_of(file("{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }", "")).find("<c16"),
              std::string::npos);
    EXPECT_NE(error_of(file("{'descr': '<f8', 'fortran_order': 0, 'shape': (1,), }", "")).find("fortran_order"),
              std::string::npos);
    EXPECT_NE(error_of(file("{'descr': '<f8', 'descr': '<f8', 'shape': (1,), }", "")).find("twice"), std::string::npos);
    EXPECT_NE(error_of(file("{'descr': '<f8', 'shape': (1,), }", "12345678")).find("fortran_order"), std::string::npos);
    EXPECT_NE(error_of(file("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", "12345678")).find("2 numbers"),
              std::string::npos);
    EXPECT_NE(error_of(file("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", "123456789")).find("9 bytes"),
              std::string::npos);
}

TEST(Npy, RefusesSizesThatNoFileHolds) {
    for (const char* shape : {"(4294967296, 4294967296)", "(18446744073709551615, 8)", "(2305843009213693952,)",
                              "(99999999999999999999,)"}) {
        EXPECT_NE(error_of(file("{'descr': '<f8', 'fortran_order': False, 'shape': " + std::string(shape) + ", }",
                                "12345678")),
                  "")
            << shape;
    }
}

TEST(Npy, RefusesIntegersThatAreNotExact) {
    EXPECT_EQ(error_of(format_npy(std::vector<std::int64_t>{std::int64_t{1} << 53U, -(std::int64_t{1} << 62U)})), "");
    EXPECT_NE(error_of(format_npy(std::vector<std::int64_t>{(std::int64_t{1} << 53U) + 1})).find("9007199254740993"),
              std::string::npos);
    EXPECT_NE(error_of(format_npy(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max()})), "");
    EXPECT_EQ(error_of(format_npy(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()})), "");
}

TEST(Npy, AnyDamageIsAnErrorOrAnArrayOfTheSameBytes) {
    const std::vector<std::byte> whole = format_npy(Array{{3, 4}, std::vector<double>(12, 1.5)});
    std::mt19937 generator(5);
    std::size_t refused = 0;
    constexpr int tries = 20000;
    for (int attempt = 0; attempt < tries; ++attempt) {
        std::vector<std::byte> damaged = whole;
        const std::size_t place = generator() % 100;
        damaged[place] = static_cast<std::byte>(generator() % 256);
        if (attempt % 3 == 0) damaged.resize(generator() % whole.size());
        try {
            EXPECT_LE(parse_npy(damaged).data.size(), damaged.size());
        } catch (const Error& error) {
            ++refused;
            EXPECT_NE(std::string(error.what()), "");
        }
    }
    EXPECT_GT(refused, tries / 2);
}

}  // namespace
}  // namespace polarize
