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

# A configuration of another Emscripten would misdirect the private one, now and at every compilation.
if(POLARIZE_EMCC STREQUAL private_emcc AND DEFINED ENV{EM_CONFIG})
  message(FATAL_ERROR "EM_CONFIG is set to '$ENV{EM_CONFIG}': unset it to build with the private Emscripten")
endif()

include(${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)
