// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of blocks are numbered along the slowest axis: those of a block, then those of the next.
//
//   for leaf_tile in [lo * n, hi * n)  { leaf = leaf_tile / n; z0 = z's first + leaf_tile % n * tile; .. }
//
// The block's number may have another name: that of an entry of a list of leaves.
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

void addLeaves(const Context &context, Kernel &kernel, const AxisBounds &leaves, const std::string &name = kLeafName);

} // namespace kasane::lowering

// Tests: tests/kernels/leaves.c
