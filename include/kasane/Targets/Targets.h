// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry of targets: what schedules, generated files and compilers need to know of each, as plain data. How a
// target spells things is Emit's.
//
//   findTarget("cuda")->workGroups     true: cells are shared out among the work-items of a group
#pragma once

#include <string>
#include <vector>

namespace kasane {

struct TargetInfo {
  std::string name;          // "openmp"
  std::string extension;     // "c": the generated file is <stem>.kasane.<name>.<extension>
  bool workGroups = false;   // cells are shared out among the work-items of a group
  bool ownMemory = false;    // the arrays are copied to a device, which may have them in another layout
  bool ownMath = false;      // math functions come from another library than the original's: only exact ones agree
  bool onlySweeps = false;   // a group has no memory on chip to make several steps in
  bool asksForLocal = false; // a group may have more on-chip memory than every interface grants: LocalMemory::onRequest
  bool limitsRegisters = false; // its compiler can be told that a group's work-items have to do with fewer
  bool onlyGpus = false;        // it runs on nothing else
  bool ranks = false;           // of an MPI job may have parts of the arrays
  // What the compiler needs for the generated file and for the program; Driver's `cc` and CMake use them.
  std::vector<std::string> compileFlags = {}, linkFlags = {};
  std::vector<std::string> strictFlags = {"-ffp-contract=off"}, fastFlags = {"-ffast-math"}; // further ones, by --fp
  std::string compiler = ""; // "": the C compiler; else nvcc's command, unless KASANE_NVCC names another
};

const std::vector<TargetInfo> &targets(); // one row per target
const TargetInfo *findTarget(const std::string &name);

} // namespace kasane

// Tests: tests/unit/emit/EmitTest.cpp, tests/driver/targets.test
