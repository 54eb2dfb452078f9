// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LoopNests -> the text of the generated files of one target. In: verified LoopNests of one source file.
#pragma once

#include "kasane/IR/LoopNest.h"
#include "kasane/Targets/Targets.h"

#include <map>

namespace kasane {

struct EmittedFile {
  std::string extension; // appended to <stem>.kasane.<target>.
  std::string text;
};
struct EmitOptions {
  std::string banner; // version, input and command line, for the head comment
  bool separateKernels = false;
  bool ranks = false; // may be told to run the regions
};
std::vector<EmittedFile> emit(const TargetInfo &target, const std::vector<LoopNest> &nests, const EmitOptions &options);

// The argument block that call site and generated code share, as C text: `struct <name>_args { ... };`
std::string argumentBlock(const LoopNest &nest);

// What a program gives to a region that it calls only to see how long it takes.
struct MeasuredValues {
  std::map<std::string, int64_t> integers; // by name; 1 for those that are not here
  std::string steps;                       // the parameter that gets the number of steps of a call
  std::string real = "0.125";              // for all others
};
// C text beside the generated file, for runtime/probe/measure.c. The region has no rows and no host code.
std::string measuredText(const LoopNest &nest, const MeasuredValues &values);

} // namespace kasane

// Tests: tests/unit/emit/EmitTest.cpp
