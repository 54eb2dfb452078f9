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
  bool saidC = false; // by -x, whatever its name ends in
  bool isPreprocessed = false;
  bool isCxx = false; // before it is preprocessed
};

struct CcInput {
  CcMode mode = CcMode::Link;
  bool compiles = true;              // no -E, -M, -fsyntax-only
  std::vector<CcItem> items;         // in order, for the link
  std::vector<std::string> flags;    // for compiling and linking
  std::optional<std::string> output; // -o
  bool ownLibraries = false;         // -r, -nostdlib, ..: the link takes what it is given and nothing else
  // -MD, -MMD, also as -Wp,-MD,FILE: which command writes them (-M, -MM), with what (-MF, -MT, ..)
  std::optional<std::string> dependencies;
  std::vector<std::string> dependencyFlags;
  std::optional<std::string> dependencyFile;
};

CcInput sortWords(const std::vector<std::string> &words);

// The flags without those that speak of the user's own macros, headers and dialect, which generated files have none of,
// and without those that make more files than the object.
std::vector<std::string> flagsForGenerated(const std::vector<std::string> &flags);

// Whether the flags make files beside the object (coverage, split debug information), named after it.
bool makeFilesBeside(const std::vector<std::string> &flags);

} // namespace kasane

// Tests: tests/driver/cc-words.test
