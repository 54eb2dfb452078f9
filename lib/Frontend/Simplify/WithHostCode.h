// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The region once more with its host code where that stands, so that flow through it shows what host code reads.
//
//   bad = 0; nest ;             ->     bad = 0; nest if (bad) { puts("bad"); exit(1); }
//
// In: the region with its calls expanded. Out: a statement for questions only, which shares the nests with the region.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

const clang::Stmt *withHostCode(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                const Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/told_of_cells.c, tests/diagnostics/cell_scalar_read.c, tests/diagnostics/loop_variable_read.c
