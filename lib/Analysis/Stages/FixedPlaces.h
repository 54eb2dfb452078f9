// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that all look at one row, column or plane, which is the same in every step. In: a nest. Out: stages that bring
// it into arrays that the step has for itself, and the nest that reads those. What the nest stores there, too, is an
// error at the read, and so is a place in each block of a mesh.
//
//   for j for i  B[j][i] = A[j][i] - A[0][i];
//       stage y in [0, 1):  A_there[+0] := A[+0][+0]         A_there has no axis y
//       nest:               B[+0][+0] := A[+0][+0] - A_there[+0]
//
// An element that only some cells look at is brought where there are such cells.
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

struct FixedPlaces {
  std::vector<Stage> before;
  Stage nest;
};
// Adds fields; nullopt: it is reported.
std::optional<FixedPlaces> bringFixedPlaces(StencilProgram &program, const Stage &nest, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/kernels/fixed_places.c, tests/diagnostics/position_fixed.c
