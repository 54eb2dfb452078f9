// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In: a program whose stages are the user's nests. Out: one whose stages are all parallel, or an error at the access that
// stands in the way. Result invariant: no stage reads a field it stores at an offset other than the stored one, and every
// FieldStore has offset zero (a nest that stores at a shifted cell gets a shifted domain).
//
//   for i { B[i] = A[i-1] + A[i+1]; C[i] = B[i-1]; }   ->   stage {B = ..}; stage {C = ..}
//   for i { A[i] = A[i-1] + A[i+1]; }                  ->   error: lexicographic in-place update
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {
std::optional<StencilProgram> splitStages(const StencilProgram &program, Diagnostics &diagnostics);
}
