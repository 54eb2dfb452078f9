# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Debian 12's llvm-19-dev and libclang-19-dev. Its Clang package file names no version, and without a hint CMake takes
# Clang 14 where that is installed, so LLVM is found first and Clang beside it.
# LLVM takes a request for its own major.minor only.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-19)
find_package(LLVM 19.1 REQUIRED CONFIG)
find_package(Clang REQUIRED CONFIG PATHS ${LLVM_LIBRARY_DIR}/cmake/clang NO_DEFAULT_PATH)

# A package has them linked in, so that none of them must be installed where it is used.
option(KASANE_STATIC "Link LLVM, Clang and the C++ library into the translator" OFF)
# Kasane::LLVM (YAML, JSON) and Kasane::Clang (Frontend, Rewrite and Driver only). -fno-rtti as LLVM itself is built.
add_library(kasane_LLVM INTERFACE)
add_library(Kasane::LLVM ALIAS kasane_LLVM)
target_include_directories(kasane_LLVM SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_options(kasane_LLVM INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
add_library(kasane_Clang INTERFACE)
add_library(Kasane::Clang ALIAS kasane_Clang)
target_include_directories(kasane_Clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
if(KASANE_STATIC)
  # Debian's static Clang libraries name the shared LLVM as what they need, so they are named by their files.
  llvm_map_components_to_libnames(llvm_libraries Option Support TargetParser FrontendOpenMP FrontendHLSL ProfileData
                                  WindowsDriver BitReader)
  # Of what LLVM itself needs, the archives; Z3 is for Clang's static analyser.
  find_library(KASANE_ZLIB libz.a REQUIRED)
  find_library(KASANE_ZSTD libzstd.a REQUIRED)
  set_target_properties(LLVMSupport PROPERTIES
                        INTERFACE_LINK_LIBRARIES "LLVMDemangle;${KASANE_ZLIB};${KASANE_ZSTD};dl;m")
  set(clang_libraries "")
  foreach(part IN ITEMS Tooling ToolingCore ToolingInclusions Format Frontend Driver Serialization Parse Sema Edit
                        Rewrite Analysis ASTMatchers APINotes Support AST Lex Basic)
    add_library(kasane_clang_${part} STATIC IMPORTED)
    set_target_properties(kasane_clang_${part} PROPERTIES
                          IMPORTED_LOCATION ${LLVM_LIBRARY_DIR}/libclang${part}.a
                          INTERFACE_LINK_LIBRARIES "${llvm_libraries}")
    list(APPEND clang_libraries kasane_clang_${part})
  endforeach()
  target_link_options(kasane_LLVM INTERFACE -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--as-needed)
  target_link_libraries(kasane_LLVM INTERFACE ${llvm_libraries})
  list(JOIN clang_libraries "," clang_libraries) # which call each other in a circle
  target_link_libraries(kasane_Clang INTERFACE "$<LINK_GROUP:RESCAN,${clang_libraries}>" Kasane::LLVM)
else()
  target_link_libraries(kasane_LLVM INTERFACE LLVM)
  target_link_libraries(kasane_Clang INTERFACE clang-cpp Kasane::LLVM)
endif()
