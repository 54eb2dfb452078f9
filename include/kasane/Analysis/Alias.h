// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arrays may share memory. In: a program with parallel stages. Out: pairs of fields.
//
//   void step(float *a, float *b)  with b written:     a and b
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

// Pairs of fields that may overlap in memory as far as the types say, at least one of them written. To be checked at
// the call. A field with itself: two of its rows may. A noalias clause removes its pairs.
struct FieldPair {
  FieldId left, right;
};
std::vector<FieldPair> mayOverlap(const StencilProgram &program);

} // namespace kasane
