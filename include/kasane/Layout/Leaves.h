// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four loops: one of them goes over blocks, leaves of a mesh for instance, where every cell looks at its own block
// alone. It is taken away, with the first dimension of the arrays. What is left is a program of one block:
//
//   for b for k for j for i                               leaf b:
//     v[b][k][j][i] = u[b][k][j][i - 1] * h[b];      ->     for k for j for i  v[k][j][i] = u[k][j][i - 1] * h;
//
// Nests with fewer loops go along where one of theirs selects a block of these arrays. In statements the block's number
// is kLeafName. Drafts without such a nest stay as they are, and so do nests of more loops, which layoutOf refuses.
// Returns false where four loops are no three of a block, after a message.
#pragma once

#include "kasane/Layout/Draft.h"

namespace kasane {

bool takeLeaves(Draft &draft, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/unit/layout/LeavesTest.cpp, tests/frontend/leaves.c, tests/diagnostics/not_by_leaf.c
