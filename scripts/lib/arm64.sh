# shellcheck shell=bash
# What `scripts/setup --arm64` adds: the libraries of 64-bit ARM, of the system's own suite, as a system root to compile
# against, and QEMU to run what was compiled. Sourced after packages.sh and toolchain.sh, never run.

recipe[arm64]=1

# What the native programs and tests link to or include; apt finds what these need in turn.
arm64_packages=(libc6-dev libgtest-dev libbenchmark-dev libboost-dev libeigen3-dev libcli11-dev nlohmann-json3-dev libzip-dev
  libcairo2-dev)

# arm64_wanted: whether a system root is asked for, or there is one already.
arm64_wanted() { [ "${arm64:-no}" = yes ] || [ -e "$stamps/arm64" ]; }

# arm64_apt PROGRAM ARGUMENT...: apt-get or apt-cache for a machine of that architecture with nothing installed.
arm64_apt() {
  local folder=$scratch/arm64-apt
  "$1" -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State::status="$folder/status" \
    -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$folder/lists" \
    -o Dir::Cache="$folder/cache" -o APT::Sandbox::User=root -o Acquire::Retries=3 "${@:2}"
}

# arm64_index: the signed index of the suite of this machine, from its mirror.
arm64_index() {
  local folder=$scratch/arm64-apt mirror suite
  mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
  : >"$folder/status"
  # shellcheck disable=SC2016  # apt's own variables
  read -r mirror suite < <(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk '$2 ~ /^[a-z]+$/ && $3 == "main" && !found { print $1, $2; found = 1 }') || true
  if [ -z "${suite:-}" ]; then
    say "no Debian mirror among apt's sources" && return 1
  fi
  say "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$folder/sources.list"
  arm64_apt apt-get update --error-on=any
}

install_qemu() {
  if command -v qemu-aarch64 >/dev/null || command -v qemu-aarch64-static >/dev/null; then return; fi
  if [ "$(id -u)" -ne 0 ]; then
    say "only root can install QEMU: sudo apt-get install --no-install-recommends qemu-user" && return 1
  fi
  exec 9>&- # a service that a package starts must not hold setup's lock
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 install -y --no-install-recommends \
    qemu-user
}

install_arm64() {
  local work root compiler_version package link
  local -a left_out=(
    ./etc ./var ./bin ./sbin ./usr/bin ./usr/sbin './usr/lib/python3*' ./usr/lib/systemd ./lib/systemd
    './usr/share/'{doc,man,info,locale,lintian,bug,perl5,fonts,mime,xml,gtk-doc,gdb}
  )
  install_qemu
  work=$(fresh arm64)
  root=$work/root
  mkdir "$root"
  arm64_index
  compiler_version=$(arm64_apt apt-cache depends g++ | grep -oE 'g\+\+-[0-9]+$' | head -n 1 | grep -oE '[0-9]+$')
  arm64_apt apt-get install --download-only -y --no-install-recommends "${arm64_packages[@]}" "libstdc++-$compiler_version-dev"
  for package in "$scratch"/arm64-apt/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --no-same-owner "${left_out[@]/#/--exclude=}"
  done
  # Links from the root of a file system lead into this one.
  while read -r link; do ln -sfnr "$root$(readlink "$link")" "$link"; done < <(find "$root" -type l -lname '/*')
  check_arm64 "$work"
  replace "$root" "$toolchain/arm64"
  stamp arm64 "${recipe[arm64]}" "$(uname -m)->aarch64 Debian packages of libstdc++ $compiler_version and $((${#arm64_packages[@]})) libraries"
}

# check_arm64 FOLDER: compiles, links and runs a program with the system root FOLDER/root.
check_arm64() {
  local qemu
  qemu=$(command -v qemu-aarch64 || command -v qemu-aarch64-static)
  cat >"$1/check.cpp" <<'END'
#include <cstdio>
#include <stdexcept>
#include <cairo/cairo.h>
#include <zip.h>
int main() {
  try {
    throw std::runtime_error(zip_libzip_version());
  } catch (const std::exception& error) {
    std::printf("%s %s %d\n", error.what(), cairo_version_string(), int(char(-1) > 0));
  }
}
END
  clang++-19 --target=aarch64-linux-gnu --sysroot="$1/root" -fuse-ld=lld "$1/check.cpp" -lzip -lcairo -o "$1/check"
  "$qemu" -L "$1/root" "$1/check" | grep -E ' 1$'
}
