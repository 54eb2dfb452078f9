// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program's loops over tiles make cells in another order than the loops over all cells that they are read as:
//
//   for jj for ii for j in tile jj for i in tile ii     a[j + 1][i - 1] is of an earlier cell in the first column of a
//                                                       tile, and of a later one elsewhere
//
// In: a nest, or what the host collects of one. Out: an error where its cells depend on that order. What passes is the
// same in both orders.
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

bool tilesAreFree(const StencilProgram &program, const Stage &nest, Diagnostics &diagnostics);
bool tilesAreFree(const StencilProgram &program, const HostAction &action, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/diagnostics/order_of_tiles.c, tests/kernels/hand_tiles.c
