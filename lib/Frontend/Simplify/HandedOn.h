// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is what a cell's statements give the scalars that it hands to the next one made of what no cell before it has stored?
//
//   cur = u[i]; u[i] = prev + cur; prev = cur;     it is: each cell finds what its neighbour held
//   u[i] = prev + u[i]; prev = u[i];               it isn't: each cell is made from the one before
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/ASTContext.h"

namespace kasane {

// How the loop goes along the row.
struct CountedBy {
  const clang::VarDecl *counter;
  int64_t step;
};
bool areOld(const clang::ASTContext &ast, const clang::Stmt *body, const CountedBy &by, const Variables &carried);

} // namespace kasane

// Tests: tests/kernels/carried_scalars.c, tests/diagnostics/scalar_carried.c
