// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest whose cells store to several places each, of which none is another cell's, becomes a stage that keeps what is
// stored, in arrays that the step has for itself, and a stage for each place, which brings it there. In: such a nest.
// Out: the stages and their arrays; nullopt: a cell reads what one before it stores, or stores what another one does.
//
//   for (i = 1; i < n; i += 2) if (a[i-1] > a[i]) { t = a[i-1]; a[i-1] = a[i]; a[i] = t; }
//       stage x in [0, n-1): .. if (a[+0] > a[+1]) { a_new = a[+1]; a_is_new = 1; .. }
//                            a_kept[+0] := a_new; a_is_kept[+0] := a_is_new; a_kept_1[+0] := ..
//       stage x in [0, n-1): if (a_is_kept[+0]) a[+0] := a_kept[+0]
//       stage x in [1, n):   if (a_is_kept_1[-1]) a[+0] := a_kept_1[-1]
//
// So does a nest in place whose cells look ahead, at what later cells store:
//
//   for (i = 0; i < n - 1; i++) a[i] = a[i+1];    stage x in [0, n-1): a_kept[+0] := a[+1]
//                                                 stage x in [0, n-1): a[+0] := a_kept[+0]
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {
// `out`: the program that gets the stages. Their fields are added to it.
std::optional<std::vector<Stage>> scatterStages(const StencilProgram &program, const Stage &nest, StencilProgram &out);
} // namespace kasane

// Tests: tests/unit/analysis/DependenceTest.cpp, tests/kernels/exchanges.c
