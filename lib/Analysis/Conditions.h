// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a condition on the cell's coordinates says about the cells for which it holds (or does not).
#pragma once

#include "Accesses.h"

namespace kasane {

CellRegion narrowed(const StencilProgram &program, CellRegion cells, const Expr &condition, bool holds);

} // namespace kasane
