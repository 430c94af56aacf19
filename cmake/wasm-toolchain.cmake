# Tool chain file of the WebAssembly presets: an emcc of POLARIZE_MINIMUM_EMSCRIPTEN or newer on PATH, else the private one
# that scripts/setup installed in .toolchain (or where the environment variable POLARIZE_TOOLCHAIN points).
set(POLARIZE_MINIMUM_EMSCRIPTEN 3.1.60)

if(DEFINED ENV{POLARIZE_TOOLCHAIN})
  set(private_emcc $ENV{POLARIZE_TOOLCHAIN}/bin/emcc)
else()
  get_filename_component(private_emcc ${CMAKE_CURRENT_LIST_DIR}/../.toolchain/bin/emcc ABSOLUTE)
endif()

# CMake reads this file anew for every compiler check; the choice of the first reading is handed on.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES POLARIZE_EMCC)
if(NOT POLARIZE_EMCC)
  find_program(emcc_on_path emcc NO_CACHE NO_CMAKE_PATH NO_CMAKE_SYSTEM_PATH)
  if(emcc_on_path)
    execute_process(COMMAND ${emcc_on_path} --version OUTPUT_VARIABLE emcc_version ERROR_QUIET)
    string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" emcc_version "${emcc_version}")
  endif()
  if(emcc_on_path AND emcc_version VERSION_GREATER_EQUAL POLARIZE_MINIMUM_EMSCRIPTEN)
    set(chosen_emcc ${emcc_on_path})
  elseif(EXISTS ${private_emcc})
    set(chosen_emcc ${private_emcc})
  else()
    message(FATAL_ERROR "No emcc ${POLARIZE_MINIMUM_EMSCRIPTEN} or newer on PATH and none at ${private_emcc}: run scripts/setup")
  endif()
  set(POLARIZE_EMCC ${chosen_emcc} CACHE FILEPATH "The emcc in use" FORCE)
  message(STATUS "Emscripten: ${POLARIZE_EMCC}")
endif()

get_filename_component(emcc_folder ${POLARIZE_EMCC} DIRECTORY)
execute_process(
  COMMAND ${emcc_folder}/em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE EMSCRIPTEN_ROOT_PATH OUTPUT_STRIP_TRAILING_WHITESPACE
                                                                   COMMAND_ERROR_IS_FATAL ANY)

if(POLARIZE_EMCC STREQUAL private_emcc)
  set(ENV{EM_CONFIG} ${EMSCRIPTEN_ROOT_PATH}/.emscripten)
endif()
include(${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)

# The commands beside emcc, which carry their own configuration, rather than those in Emscripten's root.
set(CMAKE_C_COMPILER ${emcc_folder}/emcc)
set(CMAKE_CXX_COMPILER ${emcc_folder}/em++)
set(CMAKE_AR ${emcc_folder}/emar)
set(CMAKE_RANLIB ${emcc_folder}/emranlib)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_AR ${CMAKE_AR})
  set(CMAKE_${language}_COMPILER_RANLIB ${CMAKE_RANLIB})
endforeach()
