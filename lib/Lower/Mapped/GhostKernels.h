// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels for blocks of one shape: what fills make at jumps of level and at ends of the domain, by the lists of
// `ksm_map` in their order and with the library's arithmetic; and copies from arrays with ghosts, and to them.
#pragma once

#include "Mapped/Blocks.h"

namespace kasane::lowering {

enum class GhostWork { Load, Mean, Beyond, Linear, Constant, Ends, StoreGhosts, StoreCells };

// Which buffers a kernel is launched with, in its order: the copy without ghosts, that of the array with a number, the
// array, or one of the map's.
struct GhostKernel {
  Kernel kernel;
  enum class Of { Blocks, BlocksOf, Array, EndSources, EndValues, Field };
  std::vector<std::pair<Of, FieldId>> buffers;
};

// What it is for: a part of the map's lists, or the whole; and which fill between two times, or none.
struct GhostUse {
  GhostWork work;
  int level = -1, between = -1;
  friend bool operator==(const GhostUse &, const GhostUse &) = default;
};

GhostKernel ghostKernel(const Context &context, const Blocks &blocks, const BlockShape &shape, const GhostUse &use);

} // namespace kasane::lowering

// Tests: tests/run/check_leaves.py, tests/codegen/opencl/mapped.c
