# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Debian 12's llvm-19-dev and libclang-19-dev. Its Clang package file names no version, and without a hint CMake takes
# Clang 14 where that is installed, so LLVM is found first and Clang beside it.
# LLVM takes a request for its own major.minor only.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-19)
find_package(LLVM 19.1 REQUIRED CONFIG)
find_package(Clang REQUIRED CONFIG PATHS ${LLVM_LIBRARY_DIR}/cmake/clang NO_DEFAULT_PATH)

# Kasane::LLVM (YAML, JSON) and Kasane::Clang (Frontend, Rewrite and Driver only). -fno-rtti as LLVM itself is built.
add_library(kasane_LLVM INTERFACE)
add_library(Kasane::LLVM ALIAS kasane_LLVM)
target_include_directories(kasane_LLVM SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_options(kasane_LLVM INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
target_link_libraries(kasane_LLVM INTERFACE LLVM)
add_library(kasane_Clang INTERFACE)
add_library(Kasane::Clang ALIAS kasane_Clang)
target_include_directories(kasane_Clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(kasane_Clang INTERFACE clang-cpp Kasane::LLVM)
