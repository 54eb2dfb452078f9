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
  list(LENGTH arg_SOURCES count)
  if(count GREATER 8 AND NOT name STREQUAL "Frontend") # which has Clang's, too
    target_precompile_headers(kasane_${name} PRIVATE ${KASANE_STANDARD_HEADERS})
  endif()
  foreach(layer IN LISTS arg_DEPENDS)
    target_link_libraries(kasane_${name} PUBLIC Kasane::${layer})
  endforeach()
endfunction()
