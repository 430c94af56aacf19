// Writes the manual page and the completion scripts of the command line into a folder, when the project is built:
//     write_manual FOLDER

#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "command_line.hpp"
#include "manual/formats.hpp"

namespace polarize::native {
namespace {

void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw std::runtime_error(path.string() + " cannot be written");
}

void write_all(const std::filesystem::path& folder) {
    const CommandLine definition;
    const ProgramText program = program_text(definition.app);
    write(folder / "polarize.1", man_page(program));
    write(folder / "polarize.bash", bash_completion(program));
    write(folder / "_polarize", zsh_completion(program));
    write(folder / "polarize.fish", fish_completion(program));
}

}  // namespace
}  // namespace polarize::native

int main(int argc, char** argv) {
    try {
        if (argc != 2) throw std::runtime_error("usage: write_manual FOLDER");
        polarize::native::write_all(argv[1]);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "write_manual: " << error.what() << '\n';
        return 1;
    }
}
