// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of family pivot that go through the steps one after the other, and write down what the steps' rows and
// columns are: where these meet, the rest of the rows, the rest of the columns.
#pragma once

#include "Pivot/PivotCells.h"

namespace kasane::lowering {

Kernel cornerKernel(const Context &whole, const PivotCells &pass);
Kernel rowsKernel(const Context &whole, const PivotCells &pass);
Kernel columnsKernel(const Context &whole, const PivotCells &pass);

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c
