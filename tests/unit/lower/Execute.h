// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program as StencilProgram.h says, and a loop nest as LoopNest.h says, over small arrays, and watches the
// latter: every access inside of its array, no on-chip cell read before it is written, no two iterations of one launch
// that touch a cell without a barrier in between, tiles in a shuffled order. Work-items that own variables count as an
// iteration each; an on-chip cell that they read too early has a value of its own, which must not reach a result.
// Elements are 32-bit integers under the operators' names, so that any wrong or missing term shows.
#pragma once

#include "kasane/IR/LoopNest.h"

#include <map>

namespace kasane::execution {

using Scalars = std::map<std::string, int64_t>;   // parameters
using Memory = std::vector<std::vector<int64_t>>; // by buffer; element (0, 0, 0) first

// One array per field, with values that all differ.
Memory filled(const StencilProgram &program, const Scalars &scalars);

struct Outcome {
  Memory memory;                 // by buffer on entry
  std::vector<FieldId> bound;    // by name, at the end
  std::vector<int> passes;       // steps of each
  Scalars variables;             // their last values
  std::vector<std::string> seen; // complaints
};
Outcome execute(const StencilProgram &program, const Scalars &scalars, Memory memory);
Outcome execute(const LoopNest &nest, const Scalars &scalars, Memory memory);

} // namespace kasane::execution
