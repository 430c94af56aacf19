# shellcheck shell=bash
# Debian packages: those of the system, and those fetched into the private tool chain. Sourced after steps.sh, never run.

private_suite=trixie

# Each package with the part of the project that needs it, and the command that serves in its place when somebody installed it
# another way ("-": none does). What "library" needs, "native" needs too; "all" needs everything.
system_packages() {
  cat <<'END'
ca-certificates        library -
debian-archive-keyring library -
clang-19               library -
lld-19                 library -
cmake                  library cmake
ninja-build            library ninja
libeigen3-dev          library -
pkg-config             library pkg-config
git                    native  git
python3                native  python3
llvm-19                native  -
libclang-rt-19-dev     native  -
g++                    native  g++
ccache                 native  ccache
libgtest-dev           native  -
libbenchmark-dev       native  -
libboost-dev           native  -
libcli11-dev           native  -
nlohmann-json3-dev     native  -
libzip-dev             native  -
zlib1g-dev             native  -
libcairo2-dev          native  -
python3-numpy          native  -
xz-utils               all     xz
clang-format-19        all     -
clang-tidy-19          all     -
make                   all     make
nodejs                 all     node
npm                    all     npm
googletest             all     -
chromium               all     chromium
brotli                 all     brotli
python3-fonttools      all     -
fonts-inter            all     -
fonts-stix             all     -
shellcheck             all     shellcheck
END
}

# wanted_packages PART: the packages that PART needs.
wanted_packages() {
  case $1 in
    library) system_packages | awk '$2 == "library"' ;;
    native) system_packages | awk '$2 != "all"' ;;
    all) system_packages ;;
  esac
}

# system_package_states: a line "PACKAGE VERSION ORIGIN" for each; VERSION is "missing" where neither it nor its
# substitute is there.
system_package_states() {
  local name command version
  local -A installed=()
  while read -r name version; do installed[$name]=$version; done < <(
    dpkg-query -W -f '${db:Status-Status} ${Package} ${Version}\n' 2>/dev/null | sed -n 's/^installed //p'
  )
  while read -r name _ command; do
    if [ -n "${installed[$name]:-}" ]; then
      say "$name ${installed[$name]} Debian package"
    elif [ "$command" != - ] && command -v "$command" >/dev/null; then
      say "$name present $(command -v "$command")"
    else
      say "$name missing -"
    fi
  done < <(wanted_packages "$part")
}

missing_packages() { system_package_states | awk '$2 == "missing" { print $1 }'; }

install_packages() {
  local -a missing
  export DEBIAN_FRONTEND=noninteractive
  exec 9>&- # a service that a package starts must not hold setup's lock
  mapfile -t missing < <(missing_packages)
  dpkg --configure -a
  apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 update
  apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 install -y --fix-broken --no-install-recommends "${missing[@]}"
}

# private_apt COMMAND...: apt-get on the suite that has the newer packages, without touching the system's own lists.
private_apt() {
  apt-get -o Dir::Etc::SourceList="$scratch/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$scratch/apt/lists" -o Dir::Cache="$scratch/apt/cache" \
    -o APT::Sandbox::User=root -o Acquire::Retries=3 "$@"
}

# private_index: the signed index of that suite, from the mirror this machine is set up to use; kept for an hour.
private_index() {
  local mirror kind
  if [ -n "$(find "$scratch/apt/ready" -mmin -60 2>/dev/null)" ]; then return; fi
  rm -rf "$scratch/apt"
  mkdir -p "$scratch/apt/lists/partial" "$scratch/apt/cache/archives/partial"
  # shellcheck disable=SC2016  # apt's own variables
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk '$2 ~ /^[a-z]+$/ && $3 == "main" && !found { print $1; found = 1 }')
  if [ -z "$mirror" ]; then
    say "no Debian mirror among apt's sources" && return 1
  fi
  for kind in deb deb-src; do
    say "$kind [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $private_suite main"
  done >"$scratch/apt/sources.list"
  private_apt update --error-on=any
  touch "$scratch/apt/ready"
}

# download PACKAGE...: binary packages; apt checks them against the signed index, and goes on where it was interrupted.
download() {
  mkdir -p "$scratch/downloads"
  private_index
  remove_damaged "$@"
  (cd "$scratch/downloads" && private_apt download "$@")
}

# remove_damaged PACKAGE...: removes files of an interrupted run that have their full size but not the signed index's hash,
# which apt would take as they are.
remove_damaged() {
  local elsewhere file size hash
  elsewhere=$(fresh elsewhere)
  while read -r _ file size hash; do
    file=$scratch/downloads/$file
    if [ "$(stat -c %s "$file" 2>/dev/null)" = "$size" ] && ! sha256sum --status -c <<<"${hash#SHA256:}  $file"; then
      say "removed the damaged file $file"
      rm "$file"
    fi
  done < <(cd "$elsewhere" && private_apt download --print-uris "$@")
}

# download_source PACKAGE: the upstream tarball of a source package, checked in the same way.
download_source() {
  mkdir -p "$scratch/downloads"
  private_index
  (cd "$scratch/downloads" && private_apt source --download-only --tar-only "$1")
}

# downloaded PREFIX: the newest downloaded file of that name.
downloaded() { find "$scratch/downloads" -maxdepth 1 -name "$1" | sort -V | tail -n 1; }

# unpack_package PACKAGE FOLDER [TAR-OPTION...]: the files of a downloaded binary package.
unpack_package() {
  dpkg-deb --fsys-tarfile "$(downloaded "$1_*.deb")" | tar -x -C "$2" --no-same-owner "${@:3}"
}

# package_version PACKAGE: the version of a downloaded binary package.
package_version() { dpkg-deb -f "$(downloaded "$1_*.deb")" Version; }
