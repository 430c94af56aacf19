// Writes the hashes of all golden runs: write_golden FOLDER. Only for when the bits are meant to change; say why in the
// commit.

#include <fstream>
#include <iostream>
#include <string>

#include <polarize/catalogue.hpp>
#include "golden/golden.hpp"

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: write_golden FOLDER\n";
        return 2;
    }
    for (const polarize::Experiment& experiment : polarize::catalogue()) {
        const std::string path = std::string(arguments[1]) + "/" + std::string(experiment.id) + ".json";
        std::ofstream file(path);
        file << polarize::test::golden_records(experiment.id).dump(1) << '\n';
        if (!file) {
            std::cerr << "cannot write " << path << '\n';
            return 1;
        }
    }
    return 0;
}
