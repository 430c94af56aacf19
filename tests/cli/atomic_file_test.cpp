// Files that are replaced: what the disk is told, in which order.

#include "system/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

/// What was synced, in order: "file" or "folder", and for a folder whether the finished file was in it already.
std::vector<std::string> synced;
std::filesystem::path finished_file;

}  // namespace

/// In place of the system's, for this program.
extern "C" int fsync(int descriptor) {
    struct stat status{};
    fstat(descriptor, &status);
    if (!S_ISDIR(status.st_mode)) synced.emplace_back("file");
    else synced.emplace_back(std::filesystem::exists(finished_file) ? "folder with the file" : "folder");
    return 0;
}

namespace polarize::native {
namespace {

class AtomicFileTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = (std::filesystem::temp_directory_path() / "atomic-file-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
        finished_file = folder_ / "result";
        synced.clear();
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

    std::filesystem::path folder_;
};

TEST_F(AtomicFileTest, SyncsTheContentThenTheFolderThatHasItsName) {
    AtomicFile file(finished_file, "--out");
    file.write("all of it");
    EXPECT_FALSE(std::filesystem::exists(finished_file));
    file.commit();
    EXPECT_EQ(synced, (std::vector<std::string>{"file", "folder with the file"}));
    std::ifstream stream(finished_file);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "all of it");
}

TEST_F(AtomicFileTest, WithoutACommitNothingStays) {
    {
        AtomicFile file(finished_file, "--out");
        file.write("half");
        EXPECT_EQ(entries(), 1U);
    }
    EXPECT_EQ(entries(), 0U);
}

TEST_F(AtomicFileTest, TwoAtOnceHaveUnfinishedFilesOfTheirOwnAndTheLastOneStays) {
    AtomicFile first(finished_file, "--out");
    AtomicFile second(finished_file, "--out");
    first.write("first");
    second.write("second");
    EXPECT_EQ(entries(), 2U);
    EXPECT_EQ(prepare_file(folder_, "result", "--out"), finished_file);  // removes neither
    EXPECT_EQ(entries(), 2U);
    first.commit();
    second.commit();
    EXPECT_EQ(entries(), 1U);
    EXPECT_EQ(std::filesystem::file_size(finished_file), 6U);
}

}  // namespace
}  // namespace polarize::native
