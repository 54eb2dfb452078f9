// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that a cell chooses by where its row is. The row decides it once, so that its loop is left without a branch:
//
//   y > 0 ? u[u_row + x - n] : u[u_row + x + last]     ->     u_row_1 = y > 0 ? u_row - n : u_row + last;  u[u_row_1 +
//   x]
//
// In: a cell's statements. Out: the same values, and in `choices` what has to stand before the loop over x.
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

KBody chosenByRow(const Context &context, const KBody &cell, KBody &choices);
// The row behind those of its choices that it has a use for.
KBody withChoices(const KBody &choices, KBody row);

} // namespace kasane::lowering
