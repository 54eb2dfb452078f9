// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of a step's row or column that are read before a loop of the nest changes them, where others are read
// behind: an array that the step has for itself keeps them as they are when the nest begins. In: such a nest. Out:
// those arrays, and the stages that fill them.
//
//   for i { if (D[i][k] == INF) continue; for j  D[i][j] = min(D[i][j], D[i][k] + D[k][j]); }
//       stage y in [0, n) x in [k, k + 1):  D_before[+0] := D[+0][+0]
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

struct KeptPlaces {
  struct One {
    FieldRead element;
    FieldId in;
  };
  std::vector<One> all;
  std::vector<Stage> before;
};
KeptPlaces keptPlaces(StencilProgram &program, const Stage &nest); // adds fields

// The element where it is kept; null: it isn't.
std::optional<FieldRead> keptElement(const StencilProgram &program, const KeptPlaces &kept, const FieldRead &element);

} // namespace kasane

// Tests: tests/unit/analysis/PivotStagesTest.cpp, tests/kernels/paths_kept.c
