# The fonts: subsets of two families that scripts/setup installs, turned into C++ arrays.

set(POLARIZE_TEXT_FONT_DIR /usr/share/fonts/opentype/inter CACHE PATH "Where Inter-Regular.otf and Inter-SemiBold.otf are")
set(POLARIZE_FORMULA_FONT_DIR /usr/share/fonts/opentype/stix CACHE PATH "Where STIXGeneral-Regular.otf and -Italic.otf are")

# A Python that has fontTools; one of the system's that others shadow on PATH counts as well.
function(has_font_tools result python)
  execute_process(COMMAND ${python} -c "import fontTools.subset" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(NOT status EQUAL 0)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()
find_program(
  POLARIZE_FONT_PYTHON
  NAMES python3
  HINTS /usr/bin
  VALIDATOR has_font_tools NO_CMAKE_FIND_ROOT_PATH)
if(NOT POLARIZE_FONT_PYTHON)
  message(FATAL_ERROR "No python3 with fontTools: run scripts/setup")
endif()

# Latin for Western European languages, Greek, dashes and quotation marks, raised and lowered figures, signs of mathematics.
set(latin 20-7E,A0-FF,2009,2010-2014,2018-201E,2022,2026)
set(prose ${latin},391-3A9,3B1-3C9,2032,2070-207B,2080-2089,2190-2193,2202,2211,2212,221A,221E,2248,2260,2264,2265)
set(signs 28-2F,30-39,3A-3E,5B,5D,7C,B7,D7,2016,2026,2032,20D7,2113,2190-2193,2202,2207,2208,2211,2212,221A,221D,221E,2248,2260,2264,2265,22A4,27E8,27E9)

function(embed_font output file points name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${POLARIZE_FONT_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/embed_font.py ${file} ${points} ${name} ${source}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/embed_font.py ${file}
    COMMENT "Subsetting ${file}"
    VERBATIM)
  list(APPEND ${output} ${source})
  set(${output} ${${output}} PARENT_SCOPE)
endfunction()

set(font_sources)
embed_font(font_sources ${POLARIZE_TEXT_FONT_DIR}/Inter-Regular.otf ${prose} text_regular)
embed_font(font_sources ${POLARIZE_TEXT_FONT_DIR}/Inter-SemiBold.otf ${latin},2070-207B,2212 text_semibold)
embed_font(font_sources ${POLARIZE_FORMULA_FONT_DIR}/STIXGeneral-Regular.otf 20,41-5A,61-7A,391-3A9,${signs} formula_upright)
embed_font(font_sources ${POLARIZE_FORMULA_FONT_DIR}/STIXGeneral-Italic.otf 20,41-5A,61-7A,3B1-3C9 formula_italic)
