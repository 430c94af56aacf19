#include "system/machine.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

namespace polarize::native {

double memory_to_spare() {
    constexpr double usual = 1024.0 * 1024.0 * 1024.0;
    std::ifstream file("/proc/meminfo");
    std::string name;
    double kibibytes = 0;
    std::string unit;
    while (file >> name >> kibibytes && std::getline(file, unit))
        if (name == "MemAvailable:") return 512.0 * kibibytes;
    return usual;
}

std::size_t processor_count() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_threads); }

}  // namespace polarize::native
