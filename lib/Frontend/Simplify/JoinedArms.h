// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arms that differ in their arrays only, as one that chooses between them:
//
//   if (c) step(a, b); else step(b, a);                       ->   step(c ? a : b, c ? b : a);
//   c ? step(a, b) : step(b, a);                              ->   the same
//   if (t % 2 == 0) step(a, b); if (t % 2 == 1) step(b, a);   ->   the same
//   if (c) { loops } else { the same loops }                  ->   loops
//   double *in = a, *out = b; if (c) { in = b; out = a; }     ->   in = c ? b : a; out = c ? a : b;
#pragma once

#include "clang/AST/ASTContext.h"

#include <set>

namespace kasane {

const clang::Stmt *withJoinedArms(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                  const clang::Stmt *region, std::set<const clang::Stmt *> &made);

} // namespace kasane
