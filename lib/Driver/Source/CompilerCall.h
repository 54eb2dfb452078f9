// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Clang is asked with to parse one source. In: the source, our options with the user's flags (or those of
// compile_commands.json). Out: a command line on which nothing can go wrong that the user's own compiler accepts:
//
//   heat.c -- -O3 -fopenmp -floop-nest-optimize -o heat
//     ->  clang -fsyntax-only -resource-dir=.. -O3 -D_OPENMP=.. heat.c
#pragma once

#include "kasane/Driver/Options.h"

namespace kasane {

struct CompilerCall {
  std::vector<std::string> words;
  std::string folder; // where relative paths begin; "": here
};
std::optional<CompilerCall> compilerCall(const std::string &source, const Options &options, Diagnostics &diagnostics);

// The last of the flags that lets the compiler change values, and that no later one takes back; "" when there is none.
std::string fastMathFlag(const std::vector<std::string> &flags);

// The C sources that the folder's compile_commands.json lists, each once; in place of what was translated its original.
std::vector<std::string> sourcesIn(const std::string &buildFolder, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/driver/cc.test
