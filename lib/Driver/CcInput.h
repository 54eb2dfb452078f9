// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A C compiler's command line, sorted by what each word is for. In: what `kasane cc` passes on, in order.
//
//   -O3 -c src/heat.c -MMD -o heat.o   ->   Object, items {src/heat.c}, flags {-O3}, output heat.o, dependencies -MM
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kasane {

enum class CcMode {
  Link,
  Object,      // -c
  Assembly,    // -S
  PassThrough, // nothing is generated (-E, -M, --version), or nothing is C: the compiler gets the words as they are
};

struct CcItem {
  std::string word; // a source, an object, a library
  bool isC = false;
};

struct CcInput {
  CcMode mode = CcMode::Link;
  std::vector<CcItem> items;         // in order, for the link
  std::vector<std::string> flags;    // for compiling and linking
  std::optional<std::string> output; // -o
  // -MD, -MMD: which command writes them (-M, -MM), with what (-MF, -MT, ..)
  std::optional<std::string> dependencies;
  std::vector<std::string> dependencyFlags;
  std::optional<std::string> dependencyFile;
};

CcInput sortWords(const std::vector<std::string> &words);

// The flags without those that speak of the user's own macros, headers and dialect: generated files have none of these.
std::vector<std::string> flagsForGenerated(const std::vector<std::string> &flags);

} // namespace kasane
