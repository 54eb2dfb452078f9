// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions and statements of a draft in the program's words: over fields and coordinates.
#pragma once

#include "kasane/Layout/Layout.h"

#include <functional>

namespace kasane {

// What accesses and loops of a draft mean in the program.
struct Meaning {
  std::function<FieldRead(int access)> element;
  const std::vector<int> &axis;     // of each loop
  std::array<Poly, kMaxAxes> shift; // the program's cell is so far from the loops' own, as expressions can say it
  const std::vector<Param> &params;
};

std::vector<StmtPtr> translated(const std::vector<StmtPtr> &body, const Meaning &meaning);

} // namespace kasane

// Tests: tests/frontend/flat_arrays.c, tests/kernels/pushed_inside.c, tests/kernels/flat_histories.c
