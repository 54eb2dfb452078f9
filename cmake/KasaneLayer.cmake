# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kasane_add_layer(IR SOURCES Expr.cpp ... DEPENDS Support): one static library per layer, alias Kasane::IR.
set(KASANE_SANITIZE_FLAGS "")
if(KASANE_SANITIZE)
  set(KASANE_SANITIZE_FLAGS -fsanitize=${KASANE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
endif()

# gcc 12 sees overlapping copies in std::string's operator+ and uninitialised members in std::optional at -O2 (its bugs
# 105651 and 105562).
set(KASANE_WARNING_FLAGS -Wall -Wextra -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND KASANE_WARNING_FLAGS -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-stringop-overread
       -Wno-array-bounds)
endif()

# Half a second of a compiler's time in each file that takes them in, and most do. Of C++ alone: a layer may
# have a C source.
set(KASANE_STANDARD_HEADERS algorithm functional map memory optional set string variant vector)
list(TRANSFORM KASANE_STANDARD_HEADERS REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")

# The translator's own code is a twentieth of its time, the rest Clang's: a third less of a compiler's time.
set(KASANE_LAYER_FLAGS $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)

# Several files at once: what they have in common is compiled once, which takes a third of the time. Files that would
# mean something else in company are kept apart.
option(KASANE_TOGETHER "Compile several C++ files as one: whole builds are quicker, builds after a change slower" OFF)
if(KASANE_TOGETHER)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
function(kasane_compile_together target)
  if(NOT KASANE_TOGETHER)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/together.py 8 ${sources}
                  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE groups OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  foreach(source group IN ZIP_LISTS sources groups)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

function(kasane_add_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_library(kasane_${name} STATIC ${arg_SOURCES})
  add_library(Kasane::${name} ALIAS kasane_${name})
  target_compile_features(kasane_${name} PUBLIC cxx_std_20)
  target_include_directories(kasane_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                             PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_options(kasane_${name} PRIVATE ${KASANE_WARNING_FLAGS} ${KASANE_LAYER_FLAGS}
                         PUBLIC ${KASANE_SANITIZE_FLAGS})
  target_link_options(kasane_${name} PUBLIC ${KASANE_SANITIZE_FLAGS})
  kasane_compile_together(kasane_${name})
  list(LENGTH arg_SOURCES count)
  if(count GREATER 8 AND NOT name STREQUAL "Frontend") # which has Clang's, too
    target_precompile_headers(kasane_${name} PRIVATE ${KASANE_STANDARD_HEADERS})
  endif()
  foreach(layer IN LISTS arg_DEPENDS)
    target_link_libraries(kasane_${name} PUBLIC Kasane::${layer})
  endforeach()
endfunction()
