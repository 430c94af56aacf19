# Tool chain file of the preset arm64: clang 19 for 64-bit ARM Linux with the system root that `scripts/setup --arm64` filled
# with Debian's packages, and QEMU to run what is built. POLARIZE_ARM64_ROOT names another system root.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

if(DEFINED ENV{POLARIZE_TOOLCHAIN})
  set(arm64_root_default $ENV{POLARIZE_TOOLCHAIN}/arm64)
else()
  get_filename_component(arm64_root_default ${CMAKE_CURRENT_LIST_DIR}/../.toolchain/arm64 ABSOLUTE)
endif()
set(POLARIZE_ARM64_ROOT ${arm64_root_default} CACHE PATH "The system root for 64-bit ARM")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES POLARIZE_ARM64_ROOT)
if(NOT EXISTS ${POLARIZE_ARM64_ROOT}/usr/lib/aarch64-linux-gnu)
  message(FATAL_ERROR "No system root for 64-bit ARM at ${POLARIZE_ARM64_ROOT}: run scripts/setup --arm64")
endif()

set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_SYSROOT ${POLARIZE_ARM64_ROOT})
set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${POLARIZE_ARM64_ROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${POLARIZE_ARM64_ROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${POLARIZE_ARM64_ROOT}/usr/share/pkgconfig)

find_program(POLARIZE_QEMU NAMES qemu-aarch64 qemu-aarch64-static REQUIRED NO_CMAKE_FIND_ROOT_PATH
             DOC "What runs 64-bit ARM programs on this machine")
set(CMAKE_CROSSCOMPILING_EMULATOR ${POLARIZE_QEMU} -L ${POLARIZE_ARM64_ROOT})
