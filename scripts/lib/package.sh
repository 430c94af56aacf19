# shellcheck shell=bash
# The library as other projects build and find it. Sourced after build.sh, never run.

installed=$repository/build/installed
consumer=$repository/cmake/consumer

# check_headers: every public header compiles alone.
check_headers() { build release all_verify_interface_header_sets; }

# check_installed: the installed files are those that are meant to be, and another project finds, builds against and runs the
# library.
check_installed() {
  local folder=$repository/build/consumer
  rm -rf "$installed" "$folder"
  cmake --install "$repository/build/release" --prefix "$installed" &&
    only_public_headers &&
    cmake -S "$consumer" -B "$folder" -G Ninja -D CMAKE_PREFIX_PATH="$installed" &&
    cmake --build "$folder" &&
    "$folder/consumer"
}

# only_public_headers: nothing but the public headers is on the include path of those who use the library.
only_public_headers() {
  local -a entries
  entries=("$installed"/include/*)
  [ "${entries[*]}" = "$installed/include/polarize" ] &&
    diff <(cd "$repository/core/include/polarize" && ls) <(cd "$installed/include/polarize" && ls)
}

# check_pkg_config: the same program, built by what pkg-config says of an installation that was moved.
check_pkg_config() {
  local moved=$repository/build/moved
  local -a flags
  rm -rf "$moved" && cp -r "$installed" "$moved" || return
  read -ra flags < <(PKG_CONFIG_PATH=$moved/lib/pkgconfig pkg-config --static --cflags --libs polarize eigen3)
  clang++-19 -std=c++20 -fuse-ld=lld "$consumer/main.cpp" -o "$moved/consumer" "${flags[@]}" && "$moved/consumer"
}

# check_subproject: the same program, in a project that adds this repository as a folder, without a build type: the library is
# optimised and says so, the program is compiled as its own project says, and nothing of ours is installed with it.
check_subproject() {
  local folder=$repository/build/subproject configured
  rm -rf "$folder"
  configured=$(CXXFLAGS='' cmake -S "$consumer" -B "$folder" -G Ninja -D CMAKE_CXX_COMPILER=clang++-19 \
    -D CMAKE_EXPORT_COMPILE_COMMANDS=ON -D POLARIZE_SOURCE="$repository" 2>&1) || { say "$configured" && return 1; }
  grep "CMAKE_BUILD_TYPE is not set" <<<"$configured" &&
    flags_of "$folder" core/src/flow/model.cpp | grep -e -O3 &&
    ! flags_of "$folder" core/src/flow/model.cpp | grep -e -Wconversion &&
    ! flags_of "$folder" consumer/main.cpp | grep -e -O3 -e -Wconversion -e -ffp-contract &&
    cmake --build "$folder" -j "$jobs" &&
    "$folder/consumer" &&
    cmake --install "$folder" --prefix "$folder/installed" &&
    ! ls "$folder/installed"
}

# flags_of FOLDER SOURCE: the command that compiles the source there.
flags_of() { grep '"command"' "$1/compile_commands.json" | grep -e "-c [^ ]*$2"; }
