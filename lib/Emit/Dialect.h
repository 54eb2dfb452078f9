// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a target spells in its own way. Everything else is printed by CText and HostText alike for all of them.
#pragma once

#include "kasane/Emit/Emit.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace kasane::emission {

struct Dialect {
  std::array<std::string_view, 11> typeNames; // by ScalarType
  std::string_view minName, maxName;          // of two 64-bit integers
  bool overloads;                             // those two: a literal has to say that it is 64 bits wide
  std::string_view barrier;                   // "" when the group is one thread
  // Of a work-item, by which a CellLoop is strided; "": the group is one thread.
  std::array<std::string_view, 3> localIds;
  std::string (*callName)(const std::string &cName);
  // The line before a loop over cells, or "".
  std::string (*loopPragma)(const Kernel &kernel, const CellLoop &loop) = nullptr;
  // Functions that multiply or divide two floats, two doubles,
  // where * and / would be fused with a sum; "": the operators.
  std::array<std::string_view, 2> products = {}, quotients = {};
  // By ScalarType: the name of a vector type without its number of elements, which are members x, y and so on.
  // "": there are no vectors.
  std::array<std::string_view, 11> rowNames = {};
  std::string_view rowSpace = {}; // of memory that they lie in
  std::string_view place = {};    // a function that gives an index back, which no compiler looks through; "": none
  // A function that copies from one address to another while the work-item goes on, and what waits for all such copies;
  // "": a plain copy.
  std::string_view bring = {}, arrive = {};
  std::string_view prefetch[2] = {}; // what stands before and behind an address that will be read; "": nothing does it
  std::string_view holder = {};      // what stands before the name of a buffer; its kernels have no local arrays
};

// What a target prints around the shared parts.
struct TargetText {
  const TargetInfo *info;
  const Dialect *kernelDialect;
  std::string_view linkage;                                   // before the region function, whose caller is C
  std::string (*prelude)(const std::vector<LoopNest> &nests); // after the includes
  std::string (*kernels)(const LoopNest &nest, const EmitOptions &options);    // all kernels of a region
  std::string (*infoFields)(const LoopNest &nest, const EmitOptions &options); // further initialisers of ksn_info
  std::string (*runFields)(const LoopNest &nest);                              // further initialisers of ksn_run
  std::string (*launch)(const LoopNest &nest, const HLaunch &launch, const std::string &indent);
  // Files beside the C file.
  std::vector<EmittedFile> (*further)(const std::vector<LoopNest> &nests, const EmitOptions &options);
};

const TargetText &cudaText();
const TargetText &openaccText();
const TargetText &openmpText();
const TargetText &openclText();
const Dialect &hostDialect(); // C

} // namespace kasane::emission
