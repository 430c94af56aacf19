#include "support/reference.hpp"

#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

#include "arrays/npy.hpp"

namespace polarize::test {

std::string test_file(const std::string& path) {
    const std::string whole = std::string(POLARIZE_TESTS_FOLDER) + "/" + path;
    std::ifstream file(whole, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + whole);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Array reference(const std::string& name) {
    const std::string bytes = test_file("reference/" + name + ".npy");
    return parse_npy(std::as_bytes(std::span(bytes)));
}

std::vector<double> reference_values(const std::string& name) { return reference(name).data; }

nlohmann::json reference_json(const std::string& name) {
    return nlohmann::json::parse(test_file("reference/" + name + ".json"));
}

}  // namespace polarize::test
