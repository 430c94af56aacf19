#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <polarize/array.hpp>

namespace polarize::test {

/// The array in tests/reference/`name`.npy.
Array reference(const std::string& name);

/// Its numbers alone.
std::vector<double> reference_values(const std::string& name);

/// tests/reference/`name`.json
nlohmann::json reference_json(const std::string& name);

/// The bytes of a file under tests/, e.g. "golden/logistic.json". Throws std::runtime_error when it cannot be read.
std::string test_file(const std::string& path);

}  // namespace polarize::test
