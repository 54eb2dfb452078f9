// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a target spells in its own way. Everything else is printed by CText and HostText alike for all of them.
#pragma once

#include "kasane/Emit/Emit.h"

#include <string_view>

namespace kasane::emission {

struct Dialect {
  std::array<std::string_view, 11> typeNames; // by ScalarType
  std::string_view minName, maxName;          // of two 64-bit integers
  bool overloads;                             // those two: a literal has to say that it is 64 bits wide
  std::string_view barrier;                   // "" when the group is one thread
  std::array<std::string_view, 3>
      localIds; // of a work-item, by which a CellLoop is strided; "": the group is one thread
  std::string (*callName)(const std::string &cName);
  std::string (*loopPragma)(const Kernel &kernel,
                            const CellLoop &loop) = nullptr; // the line before a loop over cells, or ""
  std::array<std::string_view, 2> products = {},
                                  quotients = {}; // functions that multiply or divide two floats, two doubles, where
                                                  // * and / would be fused with a sum; "": the operators
  std::array<std::string_view, 11> rowNames =
      {};                         // by ScalarType: with their number, types with members x, y and so on; "": none
  std::string_view rowSpace = {}; // of memory that they lie in
  std::string_view place = {};    // a function that gives an index back, which no compiler looks through; "": none
  std::string_view bring = {}, arrive = {}; // a function that copies to one address from another meanwhile, and what
                                            // waits for all such; "": a copy
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
  std::vector<EmittedFile> (*further)(const std::vector<LoopNest> &nests,
                                      const EmitOptions &options); // beside the C file
};

const TargetText &cudaText();
const TargetText &openaccText();
const TargetText &openmpText();
const TargetText &openclText();
const Dialect &hostDialect(); // C

// ---- CText
std::string text(const Dialect &dialect, const ExprPtr &expr);
std::string text(const Dialect &dialect, const KBody &body, const Kernel &kernel, const std::string &indent);
std::string itemsText(const Dialect &dialect, const Kernel &kernel,
                      const std::string &indent); // definitions of Kernel::items
std::string_view typeName(const Dialect &dialect, ScalarType type);
// May device compilers be told that the kernel's buffers are distinct memory? Where a condition chooses between an
// element that the kernel has just stored and one of a buffer that it only reads, NVIDIA's (580) makes one load of
// both, through the cache for memory that nobody writes, and gets the element's old value.
bool mayRestrict(const Kernel &kernel);
bool loadsUnderCondition(const Kernel &kernel, const KBody &body); // an element of a buffer

bool isAnywhere(const LoopNest &nest, bool (*is)(const KStmt &)); // in a kernel
bool prefetches(const KStmt &stmt);

// ---- Constants
// Floats that are known here are computed here. NVIDIA's compiler (580) makes one fused operation of a product and a
// sum of constants, whatever the source says of contraction and the instructions of rounding.
KBody withConstants(const KBody &body);

// ---- RowText
std::string rowFunctionName(const LoopNest &nest, const HostBuffer &buffer);
std::string rowFunctions(const LoopNest &nest); // one for each buffer of rows

// ---- CallText: kernels that are functions
struct TilePragma {
  std::string words, clauses; // before and behind `collapse`
};
std::string functionParameters(const Dialect &dialect, const Kernel &kernel); // buffers are distinct memory
std::string tileLoops(const Dialect &dialect, const Kernel &kernel, int rank, std::string indent,
                      const TilePragma &pragma);

// ---- LaunchText: kernels that the runtime finds by name, and starts
std::array<int64_t, kMaxAxes> largestGroup(const LoopNest &nest);
// Kernels that have a window take where their grid begins and ends along the slowest axis behind their scalars, and
// then the same of the axis before where it has sides. `shifts`: behind that, for each buffer, what its indices are to
// be lowered by; else its pointer is moved.
inline constexpr std::string_view kFrom = "ksn_from";
std::vector<std::string> windowParameters(const Kernel &kernel); // of 64 bits; none without a window
std::string shiftOf(size_t buffer);                              // a parameter's name
std::string launchText(const LoopNest &nest, const HLaunch &launch, const std::string &indent, bool shifts);
bool hasWindows(const LoopNest &nest);                      // all kernels have them
std::string windowsText(const LoopNest &nest, bool shifts); // tables, empty unless they have
std::string windowFields(const LoopNest &nest);             // the last initialisers of ksn_info
// The grid's first cell as the kernel knows it.
ExprPtr gridStart(const Kernel &kernel, int axis);
bool asksForOrigin(const Kernel &kernel, int axis);  // does the body name the tile's first cell?
std::set<std::string> namesIn(const Kernel &kernel); // of scalars, by the body and the grid's bounds
int dimensionOf(const Kernel &kernel, int axis);     // of the launch's grid

// ---- HostText
std::string number(double value);
std::string regionFunction(const TargetText &target, const LoopNest &nest, const EmitOptions &options);
std::string_view runtimeType(ScalarType type);             // "KSN_F32"
std::string memoryOf(const BufferArg &arg);                // "fields[at[0]].mem"
std::string exactHost(const std::vector<LoopNest> &nests); // under strict: no C compiler may fuse what it compiles here
std::string hostPragmas(const std::vector<LoopNest> &nests); // that, and under fast what lets a C compiler reassociate

} // namespace kasane::emission
