// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In: a program whose stages are the user's nests. Out: one whose stages are all parallel, or an error at the access
// that stands in the way. Result invariant: no cell of a stage reads what another cell of it stores, and every
// FieldStore has offset zero (a nest that stores at a shifted cell gets a shifted domain). A stage may read a field it
// stores at another offset only where the two never meet: on a domain too thin, or under a condition on the
// coordinates, such as a colour.
//
//   for i { B[i] = A[i-1] + A[i+1]; C[i] = B[i-1]; }   ->   stage {B = ..}; stage {C = ..}
//   for i { A[i] = A[i-1] + A[i+1]; }                  ->   error: lexicographic in-place update
//   for j { A[0][j] = A[1][j]; }                       ->   stays: row 1 is read, row 0 is stored
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {
std::optional<StencilProgram> splitStages(const StencilProgram &program, Diagnostics &diagnostics);
}

// Tests: tests/unit/analysis/DependenceTest.cpp, tests/unit/analysis/SplitRandomTest.cpp
