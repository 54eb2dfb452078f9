// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a condition on the cell's coordinates says about the cells for which it holds (or does not).
#pragma once

#include "Accesses.h"

namespace kasane {

CellRegion narrowed(const StencilProgram &program, CellRegion cells, const Expr &condition, bool holds);

// The colours that the condition selects:  (i + j) % 2 == c,  (i + j) & 1,  !(i % 3)
std::vector<Colour> coloursOf(const StencilProgram &program, const Expr &condition, bool holds);

} // namespace kasane
