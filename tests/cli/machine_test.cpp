// What a machine, its control groups and its limits leave to the program, read from made-up trees of /proc and
// /sys/fs/cgroup.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "system/cgroup.hpp"
#include "system/machine.hpp"

namespace polarize::native {
namespace {

constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;

class Machine : public testing::Test {
  protected:
    Machine() {
        const testing::TestInfo& info = *testing::UnitTest::GetInstance()->current_test_info();
        root_ = std::filesystem::path(testing::TempDir()) / (std::string("machine_") + info.name());
        std::filesystem::remove_all(root_);
        std::filesystem::create_directories(root_);
    }
    ~Machine() override { std::filesystem::remove_all(root_); }

    void write(const std::string& file, const std::string& text) const {
        std::filesystem::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << text;
    }
    void write_group(const std::string& file, const std::string& text) const { write("sys/fs/cgroup/" + file, text); }
    void available(double gibibytes) const {
        write("proc/meminfo", "MemTotal:       99999999 kB\nMemAvailable:   " +
                                  std::to_string(static_cast<long>(gibibytes * 1024 * 1024)) + " kB\n");
    }
    double gibibytes_left() const { return memory_to_spare(root_) / 0.8 / kGibibyte; }
    std::size_t processors(std::size_t usable) const { return processor_count(usable, root_); }

    std::filesystem::path root_;
};

TEST_F(Machine, SparesFourFifthsOfWhatIsAvailable) {
    available(10);
    EXPECT_DOUBLE_EQ(memory_to_spare(root_), 8 * kGibibyte);
}

TEST_F(Machine, SparesOneGibibyteWhereNothingIsSaid) { EXPECT_DOUBLE_EQ(memory_to_spare(root_), kGibibyte); }

TEST_F(Machine, HeedsTheLimitOfItsGroup) {
    available(10);
    write("proc/self/cgroup", "0::/service\n");
    write_group("service/memory.max", "4294967296\n");
    write_group("service/memory.current", "1073741824\n");
    EXPECT_DOUBLE_EQ(gibibytes_left(), 3);
}

TEST_F(Machine, CountsCachedFilesOfTheGroupAsFree) {
    available(10);
    write("proc/self/cgroup", "0::/service\n");
    write_group("service/memory.max", "4294967296\n");
    write_group("service/memory.current", "2147483648\n");
    write_group("service/memory.stat", "anon 1\ninactive_file 1073741824\nactive_file 5\n");
    EXPECT_DOUBLE_EQ(gibibytes_left(), 3);
}

TEST_F(Machine, HeedsTheLimitOfEveryGroupAboveItsOwn) {
    available(10);
    write("proc/self/cgroup", "0::/pod/container/job\n");
    write_group("pod/container/job/memory.max", "max\n");
    write_group("pod/container/memory.max", "8589934592\n");
    write_group("pod/memory.max", "3221225472\n");
    write_group("pod/memory.current", "1073741824\n");
    EXPECT_DOUBLE_EQ(gibibytes_left(), 2);
}

TEST_F(Machine, HeedsTheLimitOfTheMountItselfAsContainersSeeIt) {
    available(10);
    write("proc/self/cgroup", "0::/\n");
    write_group("memory.max", "1073741824\n");
    write_group("memory.current", "0\n");
    EXPECT_DOUBLE_EQ(gibibytes_left(), 1);
}

TEST_F(Machine, TakesTheMountForAGroupThatIsNotInIt) {
    available(10);
    write("proc/self/cgroup", "0::/../sibling\n");
    write_group("memory.max", "1073741824\n");
    EXPECT_DOUBLE_EQ(gibibytes_left(), 1);
}

TEST_F(Machine, HeedsMemoryHigh) {
    available(10);
    write("proc/self/cgroup", "0::/service\n");
    write_group("service/memory.max", "max\n");
    write_group("service/memory.high", "2147483648\n");
    write_group("service/memory.current", "0\n");
    EXPECT_DOUBLE_EQ(gibibytes_left(), 2);
}

TEST_F(Machine, HeedsGroupsOfVersion1) {
    available(10);
    write("proc/self/cgroup", "4:memory:/jobs/7\n2:cpu,cpuacct:/jobs/7\n1:name=systemd:/\n");
    write_group("memory/jobs/7/memory.limit_in_bytes", "9223372036854771712\n");
    write_group("memory/jobs/memory.limit_in_bytes", "3221225472\n");
    write_group("memory/jobs/memory.usage_in_bytes", "2147483648\n");
    write_group("memory/jobs/memory.stat", "cache 1\ntotal_inactive_file 1073741824\n");
    write_group("cpu,cpuacct/jobs/7/cpu.cfs_quota_us", "-1\n");
    write_group("cpu,cpuacct/jobs/7/cpu.cfs_period_us", "100000\n");
    write_group("cpu,cpuacct/jobs/cpu.cfs_quota_us", "250000\n");
    write_group("cpu,cpuacct/jobs/cpu.cfs_period_us", "100000\n");
    EXPECT_DOUBLE_EQ(gibibytes_left(), 2);
    EXPECT_EQ(processors(8), 3U);
}

TEST_F(Machine, HasNothingLeftOfALimitThatIsExceeded) {
    available(10);
    write("proc/self/cgroup", "0::/service\n");
    write_group("service/memory.max", "1073741824\n");
    write_group("service/memory.current", "2147483648\n");
    EXPECT_EQ(memory_to_spare(root_), 0);
}

TEST_F(Machine, HeedsTheLimitsOfTheProcess) {
    available(10);
    write("proc/self/limits",
          "Limit                     Soft Limit           Hard Limit           Units     \n"
          "Max data size             unlimited            unlimited            bytes     \n"
          "Max address space         4294967296           unlimited            bytes     \n");
    write("proc/self/status", "Name:\tpolarize\nVmSize:\t 1048576 kB\nVmData:\t  524288 kB\n");
    EXPECT_DOUBLE_EQ(gibibytes_left(), 3);
    write("proc/self/limits", "Max data size             1073741824           unlimited            bytes     \n");
    EXPECT_DOUBLE_EQ(gibibytes_left(), 0.5);
}

TEST_F(Machine, UsesTheProcessorsThatItMay) {
    EXPECT_EQ(processors(6), 6U);
    EXPECT_EQ(processors(0), 1U);
    EXPECT_EQ(processors(1000), max_threads);
}

TEST_F(Machine, UsesNoMoreProcessorsThanItsQuotaRoundedUp) {
    write("proc/self/cgroup", "0::/service\n");
    write_group("service/cpu.max", "150000 100000\n");
    EXPECT_EQ(processors(8), 2U);
    EXPECT_EQ(processors(1), 1U);
    write_group("service/cpu.max", "20000 100000\n");
    EXPECT_EQ(processors(8), 1U);
    write_group("service/cpu.max", "max 100000\n");
    EXPECT_EQ(processors(8), 8U);
}

TEST_F(Machine, UsesTheSmallestQuotaOfAllGroupsAboveItsOwn) {
    write("proc/self/cgroup", "0::/pod/container\n");
    write_group("pod/container/cpu.max", "800000 100000\n");
    write_group("pod/cpu.max", "300000 100000\n");
    EXPECT_EQ(processors(16), 3U);
}

TEST(MachineItself, TellsWhatItHas) {
    EXPECT_GE(processor_count(), 1U);
    EXPECT_LE(processor_count(), max_threads);
    EXPECT_GT(memory_to_spare(), 0);
}

}  // namespace
}  // namespace polarize::native
