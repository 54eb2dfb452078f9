// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statement between `begin` and `end`: the one that holds the loops, or all from the first to the last that do;
// where none is written there, the calls of functions with loops. What stands around them stays as it is.
//
//   begin  float (*t)[n];  for (step..) {..}  puts("done");  end      ->  for (step..) {..}
//   begin  for (..) {..}  float c = 2;  for (..) {..}  end            ->  { for (..) {..}  float c = 2;  for (..) {..}
//   }
#pragma once

#include "kasane/Support/Diagnostic.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace kasane {

// Does the statement hold a loop, itself or in a function that it calls?
bool holdsLoops(const clang::Stmt *stmt, bool throughCalls);

// The block that both offsets stand in directly, or null.
const clang::CompoundStmt *blockOf(const clang::ASTContext &ast, const clang::FunctionDecl *function, size_t begin,
                                   size_t end);

// Null: no statement between the offsets holds loops (not diagnosed), or one that was diagnosed.
const clang::Stmt *spanOf(const clang::ASTContext &ast, const clang::CompoundStmt *block, size_t begin, size_t end,
                          Diagnostics &diagnostics);

} // namespace kasane
