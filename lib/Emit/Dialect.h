// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a target spells in its own way, as a table. CText and HostText print everything else alike for all targets.
//
//   .barrier = "__syncthreads();"     Barrier of a kernel body     ->     __syncthreads();
#pragma once

#include "kasane/Emit/Emit.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace kasane::emission {

struct Dialect {
  std::array<std::string_view, 11> typeNames = {}; // by ScalarType
  // The functions that give the smaller and the larger one of two 64-bit integers.
  std::string_view minName = "ksn_min", maxName = "ksn_max";
  // These exist for other types, too, so that a literal among their arguments has to say that it has 64 bits.
  bool minMaxOverload = false;
  std::string_view barrier = ""; // a statement; "": a group is one thread
  // The same in a kernel with fronts, whose work-items look at what others of the group have stored in buffers; "": it
  // is that.
  std::string_view barrierOfFronts = "";
  // A work-item's place in its group, by axis: it takes every cell of a CellLoop that is so far from another. "": a
  // group is one thread, which takes all.
  std::array<std::string_view, 3> localIds = {};
  std::string (*callName)(const std::string &cName) = nullptr; // what a function of C's library is called
  // The line before a loop over cells, or "".
  std::string (*loopPragma)(const Kernel &kernel, const CellLoop &loop) = nullptr;
  // The line before a loop that adds floats up in a variable, in whichever order. Null: they are added one by one.
  std::string (*sumPragma)(const std::string &variable) = nullptr;
  // Functions that multiply or divide two floats, and two doubles, where a compiler would fuse * and / with a sum. "":
  // the operators.
  std::array<std::string_view, 2> products = {}, quotients = {};
  // By ScalarType: with the number of elements behind it, a vector type with members x, y and so on. "": there is none.
  std::array<std::string_view, 11> rowNames = {};
  std::array<std::string_view, 2> rowOf = {}; // what stands around such a type in front of its elements, in brackets
  // The address spaces in which rows are moved: of buffers, of arrays of the group.
  std::string_view rowSpace = "", groupSpace = "";
  std::string_view unroll = ""; // the line before a loop that is to be written out; "": a compiler sees to it
  std::string_view place = "";  // a function that returns its argument and that no compiler looks through; "": none
  // A function that copies an element while the work-item goes on, and a statement that waits for all such copies. "":
  // an assignment.
  std::string_view bring = "", arrive = "";
  // For 16 bytes at once: such a function, and a type of so many bytes for targets without one. What ends a batch, and
  // what stands before and behind the number of batches that may be under way.
  std::string_view bringRow = "", rowOfBytes = "", batch = "";
  std::array<std::string_view, 2> arriveBut = {};
  std::array<std::string_view, 2> prefetch =
      {};                       // what stands before and behind an address that will be read; "": nothing
  std::string_view holder = ""; // what stands before a buffer's name. Kernels that have it have no local arrays
};

// What a target prints around the shared parts.
struct TargetText {
  const TargetInfo *info;
  const Dialect *kernelDialect;
  std::string_view linkage = ""; // before the region function, whose caller is C
  // The function that makes kernels known, for ranks that run no constructors, and its declaration. "": none has to.
  std::string_view loader = "", loaderText = "";
  // What stands in the file after its includes.
  std::string (*prelude)(const std::vector<LoopNest> &nests);
  std::string (*kernels)(const LoopNest &nest, const EmitOptions &options); // all kernels of a region
  // Further initialisers of ksn_info and of ksn_run.
  std::string (*infoFields)(const LoopNest &nest, const EmitOptions &options);
  std::string (*runFields)(const LoopNest &nest);
  std::string (*launch)(const LoopNest &nest, const HLaunch &launch, const std::string &indent);
  std::vector<EmittedFile> (*further)(const std::vector<LoopNest> &nests,
                                      const EmitOptions &options); // files beside it
};

const TargetText &cudaText();
const TargetText &openaccText();
const TargetText &openmpText();
const TargetText &openclText();
const Dialect &hostDialect(); // C

} // namespace kasane::emission

// Tests: tests/unit/emit/TextTest.cpp, tests/unit/emit/EmitTest.cpp
